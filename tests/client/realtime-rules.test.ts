// Who hears of what: the rules of the tables hold for live changes too, and a session that ends ends its channels.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { start } from '../server.ts';
import { connect, ok, serve, tokenOf, unique } from './clients.ts';
import { Bare, changes, Heard, subscribe } from './live.ts';

const site = serve();
/** Everything that a client can ask for. */
const ALL = { event: '*', schema: '*' };

describe('a visitor', () => {
  test('hears nothing of a hidden row: not when it comes, is hidden, changes or goes', async () => {
    const [visitor, staff] = [site.client(), await site.signedIn()];
    const [seen, all] = [await changes(visitor, ALL), await changes(staff, ALL)];
    const row = { quote: unique(), name: 'n' };
    const table = () => site.staff.from('testimonials');
    const hidden = ok(
      await table()
        .insert({ ...row, is_visible: false })
        .select()
        .single(),
    );
    await table().update({ role: 'r' }).eq('id', hidden.id);
    await table().delete().eq('id', hidden.id);
    const shown = ok(
      await table()
        .insert({ ...row, is_visible: true })
        .select()
        .single(),
    );
    await table().update({ is_visible: false }).eq('id', shown.id);
    await table().update({ role: 'r' }).eq('id', shown.id);
    await table().update({ is_visible: true }).eq('id', shown.id);
    await table().delete().eq('id', shown.id);
    await seen.first(change => change.eventType === 'DELETE');
    await all.first(change => change.eventType === 'DELETE' && change.old.id === shown.id);
    const told = (heard: Heard) =>
      heard.all.map(({ eventType, new: now, old }) => [eventType, now.id ?? old.id, now.is_visible]);
    expect(told(seen)).toEqual([
      ['INSERT', shown.id, true],
      ['UPDATE', shown.id, true],
      ['DELETE', shown.id, undefined],
    ]);
    expect(told(all).map(([verb]) => verb)).toEqual([
      ...['INSERT', 'UPDATE', 'DELETE'],
      ...['INSERT', 'UPDATE', 'UPDATE', 'UPDATE', 'DELETE'],
    ]);
    await Promise.all([visitor.removeAllChannels(), staff.removeAllChannels()]);
  });

  test('is not told that many hidden rows changed, but that many did which it may see', async () => {
    const [visitor, staff] = [site.client(), await site.signedIn()];
    const listen = async (client: typeof visitor, event: string) => {
      const system = new Heard();
      const channel = client
        .channel(unique())
        .on(
          'postgres_changes' as never,
          { event, schema: 'public', table: 'testimonials' } as never,
          () => {},
        )
        .on('system', {}, system.push);
      await subscribe(channel);
      await system.first(({ status }) => status === 'ok');
      return system;
    };
    const heard = [await listen(visitor, '*'), await listen(visitor, 'DELETE'), await listen(staff, '*')];
    const told = () => heard.map(one => one.all.filter(({ status }) => status === 'error').length);
    const quote = unique();
    const rows = Array.from({ length: 600 }, () => ({ quote, name: 'n', is_visible: false }));
    for (let time = 0; time < 2; time++) ok(await site.staff.from('testimonials').insert(rows).select('id'));
    const change = async (row: object) =>
      ok(await site.staff.from('testimonials').update(row).eq('quote', quote).select('id'));
    await change({ role: 'hidden' });
    await expect.poll(told, { timeout: 15_000 }).toEqual([0, 0, 1]);
    await change({ is_visible: true });
    await expect.poll(told, { timeout: 15_000 }).toEqual([1, 0, 2]);
    await site.staff.from('testimonials').delete().eq('quote', quote);
    await Promise.all([visitor.removeAllChannels(), staff.removeAllChannels()]);
  });

  test('hears of no volunteer, no subscriber and no gateway key, however it asks', async () => {
    const [visitor, staff] = [site.client(), await site.signedIn()];
    const secret = unique('secret');
    const heard = [await changes(visitor, ALL)];
    for (const table of ['volunteers', 'subscribers', 'website_content'])
      heard.push(await changes(visitor, { table }));
    heard.push(await changes(visitor, { table: 'volunteers', filter: `name=eq.${secret}` }));
    const all = await changes(staff, ALL);
    const person = { name: secret, city: secret, phone: '0300 1234567', skills: secret };
    expect((await site.visitor.from('volunteers').insert(person)).error).toBeNull();
    expect(
      (await site.visitor.from('subscribers').insert({ email: `${secret}@umeed.test` })).error,
    ).toBeNull();
    const bank = () => site.staff.from('website_content');
    const { content } = ok(await bank().select('content').eq('page_key', 'donation_details').single());
    const saved = await bank()
      .update({ content: { ...content, payment_gateway_api_key: secret } })
      .eq('page_key', 'donation_details');
    expect(saved.error).toBeNull();
    for (const table of ['volunteers', 'subscribers']) {
      await site.staff.from(table).delete().neq('id', '00000000-0000-0000-0000-000000000000');
    }
    await all.first(change => change.new.content?.payment_gateway_api_key === secret);
    await all.first(change => change.table === 'subscribers' && change.eventType === 'DELETE');
    await heard[0]?.first(change => change.table === 'website_content');
    await sleep(100);
    const told = JSON.stringify(heard.map(one => one.all));
    expect(told).not.toContain(secret);
    expect(told).not.toMatch(/volunteers|subscribers/);
    expect(told).toContain('donation_details');
    expect(JSON.stringify(all.all)).toContain('0300 1234567');
    await Promise.all([visitor.removeAllChannels(), staff.removeAllChannels()]);
  });

  test('cannot join a private channel or send to one; staff and the service key can', async () => {
    const name = unique();
    const private_ = { config: { private: true } };
    const { states } = await subscribe(site.client().channel(name, private_), 'CHANNEL_ERROR');
    expect(states.all[0]?.message).toContain('permission');
    await expect(site.client().channel(name, private_).httpSend('e', {})).rejects.toThrow(/Unauthorized/);

    const [inside, outside] = [new Heard(), new Heard()];
    const staff = await site.signedIn();
    await subscribe(staff.channel(name, private_).on('broadcast', { event: '*' }, inside.push));
    await subscribe(site.client().channel(name).on('broadcast', { event: '*' }, outside.push));
    const service = site.client(site.serviceKey);
    const { channel } = await subscribe(service.channel(name, private_));
    await channel.send({ type: 'broadcast', event: 'e', payload: { from: 'service' } });
    await inside.first(told => told.payload.from === 'service');
    await site.client().channel(name).httpSend('e', { from: 'visitor' });
    await outside.first(told => told.payload.from === 'visitor');
    await sleep(100);
    expect(inside.all.length, 'a public topic of the same name is another').toBe(1);
    expect(outside.all.length).toBe(1);
    await Promise.all([staff.removeAllChannels(), service.removeAllChannels()]);
  });
});

test('an editor hears of no gateway key, and a change of role counts on open channels', async () => {
  const account = { email: `${unique('editor')}@umeed.test`, password: 'an editor of the site' };
  const added = await site.command(
    ['staff', 'add', account.email, '--role', 'editor'],
    `${account.password}\n`,
  );
  expect(added.code, added.stderr).toBe(0);
  const heard = await changes(await site.signedIn(account), { table: 'website_content' });
  const bank = () => site.staff.from('website_content');
  const { content } = ok(await bank().select('content').eq('page_key', 'donation_details').single());
  const save = async (secret: string) =>
    bank()
      .update({ content: { ...content, payment_gateway_api_key: secret } })
      .eq('page_key', 'donation_details');
  const secret = unique('secret');
  await save(secret);
  const told = await heard.first();
  expect(told.new.page_key).toBe('donation_details');
  expect(JSON.stringify(told)).not.toContain('payment_gateway_api_key');
  expect((await site.command(['staff', 'set-role', account.email, 'owner'])).code).toBe(0);
  await expect
    .poll(
      async () => {
        await save(unique(secret));
        return heard.all.at(-1).new.content.payment_gateway_api_key;
      },
      { timeout: 12_000, interval: 500 },
    )
    .toContain(secret);
  await heard.channel.unsubscribe();
});

describe('a token', () => {
  test('that is not good is refused with the reason, and nothing is joined', async () => {
    const bare = await Bare.open(site.url, 2, site.anonKey);
    const good = await tokenOf(await site.signedIn());
    for (const token of ['', 'x', 'a.b.c', `${good.slice(0, -3)}AAA`]) {
      const refused = await bare.join('realtime:a', {}, token);
      expect(refused, token).toMatchObject({
        status: 'error',
        response: { reason: expect.stringMatching(/^InvalidJWTToken: \w/) },
      });
    }
    expect(await bare.ask('realtime:a', 'broadcast', { event: 'e', payload: {} })).toMatchObject({
      status: 'error',
    });
    expect(await bare.join('realtime:a', {}, good)).toMatchObject({ status: 'ok' });
    bare.socket.close();
  });

  test('that comes later counts from then on, and one that is bad ends the channel', async () => {
    const bare = await Bare.open(site.url, 2, site.anonKey);
    const topic = `realtime:${unique()}`;
    await bare.join(topic, {
      postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'volunteers' }],
    });
    const add = async (name: string) =>
      expect(
        (await site.visitor.from('volunteers').insert({ name, city: 'c', phone: '1' })).error,
      ).toBeNull();
    await add('before');
    bare.say(
      topic,
      'access_token',
      { access_token: await tokenOf(await site.signedIn()) },
      '5',
      null as never,
    );
    await bare.ask('phoenix', 'heartbeat', {});
    await add('after');
    await bare.heard.first(one => one.payload.data?.record.name === 'after');
    bare.say(topic, 'access_token', { access_token: site.anonKey }, '6', null as never);
    await bare.ask('phoenix', 'heartbeat', {});
    await add('signed out');
    bare.say(topic, 'access_token', { access_token: 'bad' }, '7', null as never);
    const system = await bare.heard.first(one => one.event === 'system' && one.payload.status === 'error');
    expect(system.payload).toMatchObject({ extension: 'system', message: expect.stringMatching(/JWT/) });
    await bare.heard.first(one => one.event === 'phx_close');
    const told = bare.heard.all.filter(one => one.event === 'postgres_changes');
    expect(told.map(one => one.payload.data.record.name)).toEqual(['after']);
    bare.socket.close();
  });

  test('of a session that ends closes its channels at once', async () => {
    const staff = await site.signedIn();
    const other = await site.signedIn();
    const system = new Heard();
    const heard = new Heard();
    const channel = staff
      .channel(unique(), { config: { private: true } })
      .on('postgres_changes', { event: '*', schema: 'public', table: 'volunteers' }, heard.push)
      .on('system', {}, system.push);
    const { states } = await subscribe(channel);
    const stays = await changes(other, { table: 'volunteers' });
    // By another client, so that this one does not leave by itself.
    const out = await site.ask('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(staff)}` },
    });
    expect(out.status).toBe(204);
    await states.first(({ state }) => state === 'CLOSED');
    expect(system.all.at(-1)).toMatchObject({
      extension: 'system',
      status: 'error',
      message: 'The session has ended',
    });
    await site.visitor.from('volunteers').insert({ name: 'late', city: 'c', phone: '1' });
    await stays.first(change => change.new.name === 'late');
    expect(heard.all).toEqual([]);
    await Promise.all([staff.removeAllChannels(), other.removeAllChannels()]);
  });

  test('of an account that a command removes closes its channels within a second or so', async () => {
    for (let time = 0; time < 3; time++) {
      const account = await site.account();
      const { states } = await changes(await site.signedIn(account), { table: 'volunteers' });
      expect((await site.command(['staff', 'remove', account.email])).code).toBe(0);
      await states.first(({ state }) => state === 'CLOSED', 4_000);
    }
  });

  test('that is an old service key ends when the key is rotated', async () => {
    const { states } = await changes(site.client(site.serviceKey), { table: 'volunteers' });
    expect((await site.command(['keys', 'rotate'])).code).toBe(0);
    await states.first(({ state }) => state === 'CLOSED', 12_000);
  });
});

describe('time and the end', () => {
  test('a channel ends with its token, unless it is renewed', async () => {
    const server = await start({ UMEED_ACCESS_TOKEN_SECS: '5' });
    try {
      const signIn = async () => {
        const client = connect(server.url, server.anonKey);
        const { data } = await client.auth.signInWithPassword(server);
        return data.session?.access_token ?? '';
      };
      const bare = await Bare.open(server.url, 2, server.anonKey);
      const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'volunteers' }] };
      const token = await signIn();
      await bare.join('realtime:ends', config, token);
      await bare.join('realtime:stays', config, token);
      await sleep(3_000);
      bare.say('realtime:stays', 'access_token', { access_token: await signIn() }, '9', null as never);
      const system = await bare.heard.first(one => one.event === 'system' && one.payload.status === 'error');
      expect(system).toMatchObject({
        topic: 'realtime:ends',
        payload: { message: 'The access token has expired' },
      });
      await bare.heard.first(one => one.event === 'phx_close' && one.topic === 'realtime:ends');
      const visitor = connect(server.url, server.anonKey);
      await visitor.from('volunteers').insert({ name: 'n', city: 'c', phone: '1' });
      await bare.heard.first(one => one.event === 'postgres_changes');
      const topics = bare.heard.all.filter(one => one.event === 'postgres_changes').map(one => one.topic);
      expect(topics).toEqual(['realtime:stays']);

      const stopped = server.halt();
      expect(await bare.closed, 'going away').toBe(1001);
      expect((await stopped).code).toBe(0);
      expect(server.log()).toContain('/realtime/v1/websocket');
      for (const said of [token.slice(0, 40), server.anonKey, 'ends', 'stays', 'apikey'])
        expect(server.log(), said).not.toContain(said);
    } finally {
      await server.stop();
    }
  });
});
