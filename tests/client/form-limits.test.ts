// What a program that sends forms by the official client meets: the same answers as ever, until it sends more than people do.
import { expect, test } from 'vitest';
import { solved } from '../proof.ts';
import { ok, serve, unique } from './clients.ts';

/** Of twenty a day: two an hour from an address. */
const site = serve({ UMEED_MAX_FORM_ROWS_PER_DAY: '20' });
const applicant = () => ({ name: unique('Ayesha'), city: 'c', phone: '1' });

test('a program is told in words when it has sent enough; people and staff go on', async () => {
  for (let n = 0; n < 2; n++) {
    expect(await site.visitor.from('volunteers').insert(applicant())).toMatchObject({ status: 201 });
  }
  const refused = await site.visitor.from('volunteers').insert(applicant());
  expect(refused).toMatchObject({ status: 429, data: null, error: { code: 'form_limit' } });
  expect(refused.error?.message).toMatch(
    /^Too many applications were sent from your network\. Please try again in \d+ (seconds|minutes)\.$/,
  );

  const asked = await site.visitor.rpc('form_challenge', { form: 'volunteers' }, { get: true });
  const proof = solved(ok(asked));
  const sent = applicant();
  const send = () => site.visitor.from('volunteers').insert(sent).setHeader('Form-Proof', proof);
  expect(await send()).toMatchObject({ status: 201, error: null });
  expect(await send(), 'good for once').toMatchObject({ status: 429 });

  const row = ok(await site.staff.from('volunteers').select('*').eq('name', sent.name).single());
  expect(await site.staff.from('volunteers').delete().eq('id', row.id)).toMatchObject({ status: 204 });
  expect(await site.staff.from('volunteers').insert(row), 'Undo').toMatchObject({ status: 201 });
  expect(await site.staff.from('volunteers').insert([applicant(), applicant()])).toMatchObject({
    status: 201,
  });
});

test('staff delete many, and learn how many', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => ({ email: `robot-${n}@example.org` }));
  ok(await site.staff.from('subscribers').insert(rows).select('id'));
  const gone = await site.staff.from('subscribers').delete({ count: 'exact' }).ilike('email', 'robot-%');
  expect(gone).toMatchObject({ status: 204, count: 300 });
});
