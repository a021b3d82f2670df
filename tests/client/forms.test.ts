import { describe, expect, test } from 'vitest';
import { ok, serve, TIME, UUID, unique } from './clients.ts';

const site = serve();
const address = () => `${unique('reader')}@example.org`;

describe('newsletter', () => {
  test('[API-1] a visitor subscribes: 201, nothing in return, one row', async () => {
    const email = address();
    const answer = await site.visitor.from('subscribers').insert({ email });
    expect(answer).toMatchObject({ error: null, status: 201, data: null });
    const rows = ok(await site.staff.from('subscribers').select().eq('email', email));
    expect(rows).toEqual([
      { id: expect.stringMatching(UUID), email, created_at: expect.stringMatching(TIME) },
    ]);
  });

  const again: [string, (email: string) => string][] = [
    ['the same', email => email],
    ['upper case', email => email.toUpperCase()],
    ['spaces around it', email => `  ${email} `],
    ['a tab, a line break and mixed case', email => `\t${email.replace('reader', 'ReaDer')}\n`],
  ];
  test.each(again)('[API-4] a second subscription with %s answers 23505', async (_, variant) => {
    const email = address();
    expect((await site.visitor.from('subscribers').insert({ email })).error).toBeNull();
    const answer = await site.visitor.from('subscribers').insert({ email: variant(email) });
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "subscribers_email_key"',
      details: `Key (email)=(${email}) already exists.`,
      hint: null,
    });
    expect(ok(await site.staff.from('subscribers').select('id').eq('email', email))).toHaveLength(1);
  });

  test('[API-4] of two at the same moment one wins', async () => {
    const email = address();
    const answers = await Promise.all(
      [email, email.toUpperCase(), ` ${email}`].map(each =>
        site.visitor.from('subscribers').insert({ email: each }),
      ),
    );
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409]);
  });

  test('[API-4] a batch with the same address twice is refused whole', async () => {
    const email = address();
    const answer = await site.staff.from('subscribers').insert([{ email }, { email: email.toUpperCase() }]);
    expect(answer.error?.code).toBe('23505');
    expect(ok(await site.staff.from('subscribers').select().eq('email', email))).toEqual([]);
  });

  test.each([
    '',
    '   ',
    'reader',
    'a@',
    '@b.org',
    'a b@c.org',
    'a@b@c.org',
    `${'x'.repeat(320)}@example.org`,
  ])('what is not an address (%j) is refused with a sentence', async email => {
    const answer = await site.visitor.from('subscribers').insert({ email });
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('23514');
    expect(answer.error?.message).toMatch(/\w+ \w+/);
  });

  test('[API-3] staff read and delete subscribers, and may add one', async () => {
    const email = address();
    const row = ok(await site.staff.from('subscribers').insert({ email }).select().single());
    expect(row.email).toBe(email);
    expect(await site.staff.from('subscribers').delete().eq('id', row.id)).toMatchObject({ status: 204 });
    expect(ok(await site.staff.from('subscribers').select().eq('id', row.id))).toEqual([]);
  });
});

describe('volunteers', () => {
  const application = () => ({
    name: unique('Ayesha'),
    city: 'فیصل آباد',
    phone: '+92 300 0000000',
    skills: 'Teaching, "first aid"\nand more',
  });

  test('[API-1] a visitor applies: 201, nothing in return, one row as sent', async () => {
    const sent = application();
    const answer = await site.visitor.from('volunteers').insert(sent);
    expect(answer).toMatchObject({ error: null, status: 201, data: null });
    const rows = ok(await site.staff.from('volunteers').select('*').eq('name', sent.name));
    expect(rows).toEqual([
      { ...sent, id: expect.stringMatching(UUID), created_at: expect.stringMatching(TIME) },
    ]);
  });

  test('skills are optional', async () => {
    const { skills: _, ...sent } = application();
    expect((await site.visitor.from('volunteers').insert(sent)).status).toBe(201);
    const row = ok(await site.staff.from('volunteers').select('*').eq('name', sent.name).single());
    expect(row.skills).toBeNull();
    const blank = { ...application(), skills: '' };
    expect((await site.visitor.from('volunteers').insert(blank)).status).toBe(201);
  });

  test.each(['name', 'city', 'phone'])('%s is required, also when it is only spaces', async column => {
    const { [column as 'name']: _, ...without } = application();
    const missing = await site.visitor.from('volunteers').insert(without);
    expect(missing.status).toBe(400);
    expect(missing.error?.code).toBe('23502');
    expect(missing.error?.message).toContain(`"${column}"`);
    const blank = await site.visitor.from('volunteers').insert({ ...application(), [column]: '  ' });
    expect(blank.status).toBe(400);
    expect(blank.error?.code).toBe('23514');
    const wrong = await site.visitor.from('volunteers').insert({ ...application(), [column]: null });
    expect(wrong.error?.code).toBe('23502');
  });

  test('[API-3] staff list them newest first and delete one', async () => {
    const [first, second] = [application(), application()];
    await site.visitor.from('volunteers').insert(first);
    await site.visitor.from('volunteers').insert(second);
    const rows = ok(
      await site.staff
        .from('volunteers')
        .select('*')
        .in('name', [first.name, second.name])
        .order('created_at', { ascending: false }),
    );
    expect(rows.map(row => row.name)).toEqual([second.name, first.name]);
    expect(await site.staff.from('volunteers').delete().eq('id', rows[0]?.id)).toMatchObject({ status: 204 });
    const left = ok(await site.staff.from('volunteers').select('name').in('name', [first.name, second.name]));
    expect(left).toEqual([{ name: first.name }]);
  });
});
