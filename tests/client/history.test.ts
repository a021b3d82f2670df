import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ok, serve } from './clients.ts';
import { png } from './pictures.ts';

// Who changed what and when, with the official client: read by staff alone, written by nobody, and enough to put a row or
// a page back as it was.

const site = serve();
const BANK = 'donation_details';

// biome-ignore lint/suspicious/noExplicitAny: lines are checked by the tests, not by types
type Line = Record<string, any>;

/** A write that shows nothing back went well. */
function done({ error }: { error: unknown }) {
  expect(error).toBeNull();
}

async function linesOf(key: string, client = site.staff): Promise<Line[]> {
  return ok(
    await client.from('history').select().eq('row_key', key).order('id', { ascending: false }),
  ) as Line[];
}

async function bank() {
  return ok(await site.staff.from('website_content').select().eq('page_key', BANK).single());
}

async function saveBank(content: object) {
  done(await site.staff.from('website_content').update({ content }).eq('page_key', BANK));
}

/** A new editor, signed in. */
async function editor() {
  const account = await site.account();
  expect(await site.command(['staff', 'set-role', account.email, 'editor'])).toMatchObject({ code: 0 });
  return { account, client: await site.signedIn(account) };
}

test('a change of the bank account is found, with who and when, and taken back', async () => {
  await saveBank({ account_number: '0101', iban: 'PK36' });
  const began = Date.now();
  await saveBank({ account_number: '0999', iban: 'PK36' });
  const [last] = await linesOf(BANK);
  expect(last).toMatchObject({
    table_name: 'website_content',
    verb: 'update',
    author: 'staff',
    author_email: site.email,
    before: { page_key: BANK, content: { account_number: '0101', iban: 'PK36' } },
    after: { page_key: BANK, content: { account_number: '0999', iban: 'PK36' } },
  });
  expect(Math.abs(Date.parse(last?.created_at) - began)).toBeLessThan(60_000);

  // Only if it still is what the line says: the mark of a row is in the line as it is in the table.
  const seen = (await bank()).updated_at;
  expect(last?.after.updated_at).toBe(seen);
  const restored = ok(
    await site.staff
      .from('website_content')
      .update({ content: last?.before.content })
      .eq('page_key', BANK)
      .eq('updated_at', seen)
      .select(),
  );
  expect(restored[0].content.account_number).toBe('0101');
  const [next] = await linesOf(BANK);
  expect(next?.after.content.account_number).toBe('0101');
});

test('a deleted project is put back with its id, its place, its time and its picture', async () => {
  const name = `projects/${randomUUID()}.png`;
  const bytes = png(3, 2, 500);
  const bucket = site.staff.storage.from('website_images');
  expect((await bucket.upload(name, bytes, { contentType: 'image/png' })).error).toBeNull();
  const { publicUrl } = bucket.getPublicUrl(name).data;
  const row = { title: 'Wells', description: '<p>Water</p>', image_url: publicUrl, position: 4 };
  const before = ok(await site.staff.from('projects').insert(row).select().single());
  done(await site.staff.from('projects').delete().eq('id', before.id));
  expect(ok(await site.visitor.from('projects').select().eq('id', before.id))).toEqual([]);

  const [line] = ok(
    await site.staff
      .from('history')
      .select('before')
      .match({ table_name: 'projects', verb: 'delete', row_key: before.id }),
  ) as Line[];
  done(await site.staff.from('projects').insert(line?.before));
  const back = ok(await site.visitor.from('projects').select().eq('id', before.id).single());
  expect({ ...back, updated_at: '' }).toEqual({ ...before, updated_at: '' });
  expect((await fetch(publicUrl)).status).toBe(200);
  expect((await linesOf(before.id)).map(({ verb }) => verb)).toEqual(['insert', 'delete', 'insert']);
});

test('saving what is already there leaves no line, and neither does a refused save', async () => {
  const { id } = ok(await site.staff.from('team_members').insert({ name: 'Amina' }).select().single());
  done(await site.staff.from('team_members').update({ name: 'Amina' }).eq('id', id));
  const refused = await site.staff
    .from('team_members')
    .update({ name: 'x'.repeat(201) })
    .eq('id', id);
  expect(refused.error?.code).toBe('23514');
  const nobody = await site.visitor.from('team_members').update({ name: 'Mallory' }).eq('id', id);
  expect(nobody.error?.code).toBe('42501');
  expect(await linesOf(id)).toHaveLength(1);
});

test('pages of lines neither repeat nor skip one', async () => {
  const { id } = ok(await site.staff.from('success_stories').insert({ title: '0' }).select().single());
  for (let number = 1; number <= 44; number++)
    done(
      await site.staff
        .from('success_stories')
        .update({ title: `${number}` })
        .eq('id', id),
    );
  const titles: string[] = [];
  for (let last = ''; ; ) {
    let query = site.staff.from('history').select().eq('row_key', id);
    if (last) query = query.lt('id', last);
    const page = ok(await query.order('id', { ascending: false }).limit(20)) as Line[];
    titles.push(...page.map(line => line.after.title));
    if (page.length < 20) break;
    last = page.at(-1)?.id;
  }
  expect(titles).toEqual(Array.from({ length: 45 }, (_, at) => `${44 - at}`));
});

test('what visitors send is never in it', async () => {
  const canary = `canary-${randomUUID()}`;
  done(await site.visitor.from('volunteers').insert({ name: canary, city: 'c', phone: '1' }));
  done(await site.staff.from('volunteers').delete().eq('name', canary));
  const { text } = await site.ask('/rest/v1/history', { headers: { authorization: `Bearer ${site.token}` } });
  expect(text).not.toContain(canary);
});

describe('who reads it', () => {
  test('a visitor is refused, whatever they ask', async () => {
    for (const query of ['', '?select=id', '?id=not.is.null', '?select=count()']) {
      const answer = await site.ask(`/rest/v1/history${query}`);
      expect([400, 401], query).toContain(answer.status);
      expect(answer.text).not.toContain('account_number');
    }
  });

  test('nobody writes it, not even with the service key', async () => {
    const service = site.client(site.serviceKey);
    const [line] = await linesOf(BANK);
    for (const client of [site.visitor, site.staff, service]) {
      const table = () => client.from('history');
      const tries = [
        await table().insert({ table_name: 'projects', row_key: 'x', verb: 'insert' }),
        await table().update({ author_email: 'somebody@else.org' }).eq('id', line?.id),
        await table().delete().eq('id', line?.id),
        await table().upsert({ id: line?.id, author_email: 'somebody@else.org' }),
      ];
      for (const { error } of tries) expect(error?.code).toBe('42501');
    }
    expect((await linesOf(BANK))[0]).toEqual(line);
  });

  test('an editor sees the bank details change, and not the key of the gateway', async () => {
    await saveBank({ account_number: '1', payment_gateway_api_key: 'canary-one' });
    await saveBank({ account_number: '2', payment_gateway_api_key: 'canary-two' });
    expect((await linesOf(BANK))[0]).toMatchObject({
      before: { content: { account_number: '1' } },
      hidden_before: { payment_gateway_api_key: 'canary-one' },
      hidden_after: { payment_gateway_api_key: 'canary-two' },
    });
    const { account, client } = await editor();
    const seen = await linesOf(BANK, client);
    expect(seen[0]?.after.content).toEqual({ account_number: '2' });
    expect(JSON.stringify(seen)).not.toContain('canary');
    const asked = await client.from('history').select('hidden_after');
    expect(asked.error?.code).toBe('42501');
    const felt = await client.from('history').select('id').not('hidden_after', 'is', null);
    expect(felt.error?.code).toBe('42501');

    const { id } = ok(await client.from('team_members').insert({ name: 'By an editor' }).select().single());
    expect((await linesOf(id))[0]).toMatchObject({ author: 'staff', author_email: account.email });
  });

  test('a program with the service key is named as such', async () => {
    const service = site.client(site.serviceKey);
    const { id } = ok(await service.from('projects').insert({ title: 'By a program' }).select().single());
    expect((await linesOf(id))[0]).toMatchObject({ author: 'service', author_id: null, author_email: null });
  });

  test('an account that is gone is still known by the address it had', async () => {
    const account = await site.account();
    const client = await site.signedIn(account);
    const { id } = ok(await client.from('projects').insert({ title: 'Left behind' }).select().single());
    expect(await site.command(['staff', 'remove', account.email])).toMatchObject({ code: 0 });
    const [line] = await linesOf(id);
    expect(line?.author_email).toBe(account.email);
    const byPerson = ok(
      await site.staff
        .from('history')
        .select('row_key')
        .eq('table_name', 'projects')
        .eq('author_id', line?.author_id),
    );
    expect(byPerson).toEqual([{ row_key: id }]);
  });
});

test('the first content of a site is its first version', async () => {
  const first = (await linesOf('homepage')).at(-1);
  expect(first).toMatchObject({ verb: 'insert', author: 'server', before: null });
});
