import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ok, serve } from './clients.ts';

// Sign-ins and changes of accounts in the history, with the official client: one line for each deed, read by owners, and
// by everyone of their own account.

const site = serve();

// biome-ignore lint/suspicious/noExplicitAny: lines are checked by the tests, not by types
type Line = Record<string, any>;

async function linesOf(account: string, client = site.staff): Promise<Line[]> {
  const query = client.from('history').select().eq('table_name', 'accounts').eq('row_key', account);
  return ok(await query.order('id')) as Line[];
}

test('an account is told from its making to its removal, and its lines stay', async () => {
  const account = await site.account();
  const client = await site.signedIn(account);
  const id = (await client.auth.getUser()).data.user?.id ?? '';
  expect((await client.auth.refreshSession()).error).toBeNull();
  const password = randomUUID();
  expect((await client.auth.updateUser({ password, data: { full_name: 'Sana' } })).error).toBeNull();
  expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull();
  expect(await site.command(['staff', 'remove', account.email])).toMatchObject({ code: 0 });

  const lines = await linesOf(id);
  expect(lines.map(line => [line.verb, line.author, line.author_email, line.device])).toEqual([
    ['insert', 'command_line', null, ''],
    ['sign_in', 'staff', account.email, 'supabase-js'],
    ['update', 'staff', account.email, 'supabase-js'],
    ['sign_out', 'staff', account.email, 'supabase-js'],
    ['delete', 'command_line', null, ''],
  ]);
  expect(lines[2]).toMatchObject({
    changed: ['name', 'password'],
    before: { email: account.email, name: null },
    after: { email: account.email, name: 'Sana' },
  });
  expect(lines[4]?.before).toEqual({ email: account.email, role: 'owner', name: 'Sana' });
  const all = JSON.stringify(lines);
  for (const secret of ['$argon2', password, account.password]) expect(all).not.toContain(secret);
});

test('an editor reads lines of their own account only, and nobody writes any', async () => {
  const account = await site.account();
  expect(await site.command(['staff', 'set-role', account.email, 'editor'])).toMatchObject({ code: 0 });
  const client = await site.signedIn(account);
  const id = (await client.auth.getUser()).data.user?.id ?? '';
  const seen = ok(await client.from('history').select('row_key').eq('table_name', 'accounts')) as Line[];
  expect(new Set(seen.map(line => line.row_key))).toEqual(new Set([id]));
  const ids = (lines: Line[]) => lines.map(line => line.id);
  expect(ids(await linesOf(id, client))).toEqual(ids(await linesOf(id)));
  const forged = await client
    .from('history')
    .insert({ table_name: 'accounts', row_key: id, verb: 'sign_in' });
  expect(forged.error?.code).toBe('42501');
  const visitor = await site.visitor.from('history').select();
  expect(visitor.error?.code).toBe('42501');
});
