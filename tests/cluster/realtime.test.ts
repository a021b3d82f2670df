// Live changes, broadcasts and presence over three servers on one PostgreSQL: it does not matter who is where.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, connect, ok, tokenOf, unique } from '../client/clients.ts';
import { Bare, changes, Heard, subscribe } from '../client/live.ts';
import { type Environment, ownSchema, type Running, start } from '../server.ts';

const run = promisify(execFile);
let servers: [Running, Running, Running];
let staff: Client;
const visitorAt = (server: Running) => connect(server.url, server.anonKey);

async function signedInAt(server: Running): Promise<Client> {
  const client = visitorAt(server);
  const { error } = await client.auth.signInWithPassword(server);
  if (error) throw error;
  return client;
}

beforeAll(async () => {
  const settings: Environment = { ...ownSchema(), UMEED_ADMIN_PASSWORD: 'one password for all' };
  if (!settings.UMEED_DATABASE) throw new Error('run within scripts/with-postgres');
  servers = await Promise.all([start(settings), start(settings), start(settings)]);
  staff = await signedInAt(servers[0]);
}, 90_000);

afterAll(async () => {
  await Promise.all(servers?.map(server => server.stop()) ?? []);
});

test('what one commits all hear of, each by the rules', async () => {
  const all = { event: '*', schema: '*' };
  const visitors = await Promise.all(servers.map(server => changes(visitorAt(server), all)));
  const members = await Promise.all(servers.map(async server => changes(await signedInAt(server), all)));
  const mark = unique();
  const table = () => staff.from('testimonials');
  const shown = ok(await table().insert({ quote: mark, name: 'n' }).select().single());
  const hidden = ok(await table().insert({ quote: mark, name: 'n', is_visible: false }).select().single());
  await table().update({ is_visible: false }).eq('id', shown.id);
  await table().update({ is_visible: true, role: 'r' }).eq('id', shown.id);
  await table().delete().eq('id', hidden.id);
  await table().delete().eq('id', shown.id);
  await visitorAt(servers[0]).from('volunteers').insert({ name: mark, city: 'c', phone: '1' });
  await staff.from('projects').insert({ title: mark });
  for (const heard of [...visitors, ...members]) await heard.first(change => change.new.title === mark);
  const told = (heard: Heard) =>
    heard.all
      .filter(({ table }) => table === 'testimonials')
      .map(({ eventType, new: now, old }) => [eventType, now.id ?? old.id]);
  for (const heard of visitors) {
    expect(told(heard).at(0)).toEqual(['INSERT', shown.id]);
    expect(told(heard).at(-1)).toEqual(['DELETE', shown.id]);
    expect(JSON.stringify(heard.all)).not.toContain(hidden.id);
    expect(heard.all.some(({ table }) => table === 'volunteers')).toBe(false);
  }
  for (const heard of members) {
    expect(told(heard)).toContainEqual(['DELETE', hidden.id]);
    expect(heard.all.find(({ table }) => table === 'volunteers').new.name).toBe(mark);
  }
});

test('many rows of one transaction are heard of everywhere; beyond a thousand only their number', async () => {
  const far = await changes(await signedInAt(servers[1]), { table: 'projects' });
  const system = new Heard();
  far.channel.on('system', {}, system.push);
  const mark = unique();
  const rows = (from: number) =>
    Array.from({ length: 600 }, (_, number) => ({ title: `${mark} ${from + number}` }));
  for (const from of [0, 600]) {
    expect((await staff.from('projects').insert(rows(from))).error).toBeNull();
    await far.first(change => change.new.title === `${mark} ${from + 599}`);
  }
  const titles = far.all.map(change => change.new.title).filter(title => title?.startsWith(mark));
  expect(titles).toEqual([...rows(0), ...rows(600)].map(row => row.title));
  expect((await staff.from('projects').delete().like('title', `${mark}%`)).error).toBeNull();
  const beyond = await system.first(({ status }) => status === 'error');
  expect(beyond.message).toBe('200 changes of projects were too many to be told one by one: read it again');
  expect(far.all.filter(change => change.eventType === 'DELETE').length).toBe(1_000);
});

test('a session that ends at one server ends its channels at all, at once', async () => {
  const member = await signedInAt(servers[1]);
  const token = await tokenOf(member);
  const far = await Promise.all(servers.map(server => Bare.open(server.url, 2, server.anonKey)));
  for (const bare of far)
    expect(await bare.join('realtime:a', { private: true }, token)).toMatchObject({ status: 'ok' });
  await member.auth.signOut({ scope: 'local' });
  for (const bare of far) {
    await bare.heard.first(one => one.event === 'phx_close');
    const why = bare.heard.all.find(one => one.event === 'system' && one.payload.status === 'error');
    expect(why.payload.message, 'heard of at once, not found out later').toBe('The session has ended');
  }
  for (const bare of far) bare.socket.close();
});

test('broadcasts reach all servers, long ones and bytes too', async () => {
  const name = unique();
  const heard = await Promise.all(
    servers.map(async server => {
      const here = new Heard();
      await subscribe(visitorAt(server).channel(name).on('broadcast', { event: '*' }, here.push));
      return here;
    }),
  );
  const { channel } = await subscribe((await signedInAt(servers[2])).channel(name));
  const text = 'زندگی'.repeat(5_000);
  await channel.send({ type: 'broadcast', event: 'short', payload: { a: 1 } });
  await channel.send({ type: 'broadcast', event: 'long', payload: { text } });
  await channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255]).buffer });
  for (const here of heard) {
    const bytes = await here.first(told => told.event === 'bytes');
    expect([...new Uint8Array(bytes.payload)]).toEqual([0, 255]);
    expect(here.all.map(told => told.event)).toEqual(['short', 'long', 'bytes']);
    expect(here.all[1].payload.text).toBe(text);
  }
  await visitorAt(servers[0]).channel(name).httpSend('post', { b: 2 });
  for (const here of heard) await here.first(told => told.event === 'post');
});

test('who is present anywhere is present everywhere, until they leave or their server dies', async () => {
  const name = unique();
  const watch = async (server: Running) => {
    const channel = visitorAt(server).channel(name);
    channel.on('presence', { event: 'sync' }, () => {});
    await subscribe(channel);
    return () => Object.keys(channel.presenceState()).sort();
  };
  const guest = async (server: Running, key: string) => {
    const { channel } = await subscribe(visitorAt(server).channel(name, { config: { presence: { key } } }));
    expect(await channel.track({ key })).toBe('ok');
    return channel;
  };
  const early = await Promise.all(servers.map(watch));
  const amina = await guest(servers[0], 'amina');
  await guest(servers[1], 'bilal');
  await guest(servers[2], 'chanda');
  for (const present of early) await expect.poll(present).toEqual(['amina', 'bilal', 'chanda']);
  const late = await watch(servers[0]);
  await expect.poll(late).toEqual(['amina', 'bilal', 'chanda']);
  await amina.untrack();
  for (const present of early) await expect.poll(present).toEqual(['bilal', 'chanda']);

  await servers[2].kill();
  for (const present of early.slice(0, 2)) await expect.poll(present, { timeout: 15_000 }).toEqual(['bilal']);
  await servers[2].again();
  const again = await watch(servers[2]);
  await expect.poll(again, { timeout: 10_000 }).toEqual(['bilal']);
}, 60_000);

test('after the listening connections were cut, subscribers are told, and hear again', async () => {
  const far = await changes(visitorAt(servers[1]), { table: 'projects' });
  const system = new Heard();
  far.channel.on('system', {}, system.push);
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'umeed' AND pid <> pg_backend_pid()`;
  await run('psql', [process.env.UMEED_TEST_POSTGRES ?? '', '-qAtc', cut]);
  await system.first(({ message }) => message.includes('missed'));
  const mark = unique();
  await expect.poll(async () => (await staff.from('projects').insert({ title: mark })).error).toBeNull();
  await far.first(change => change.new.title === mark);
}, 30_000);
