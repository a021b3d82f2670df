// What one client, or many, can take from the others by /realtime/v1: each bound, from outside.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { start } from '../server.ts';
import { serve, tokenOf, unique } from './clients.ts';
import { type Any, Bare } from './live.ts';

const site = serve();
const open = (version: 1 | 2 = 2) => Bare.open(site.url, version, site.anonKey);
const reason = (answer: Any): string => answer.response.reason ?? '';

describe('a connection', () => {
  test('has so many channels, staff more, and leaving one makes room', async () => {
    const bare = await open();
    const join = (number: number) => bare.join(`realtime:${unique()}-${number}`);
    for (let number = 0; number < 10; number++) expect((await join(number)).status).toBe('ok');
    const refused = await join(10);
    expect(reason(refused)).toMatch(/^ChannelRateLimitReached: /);
    const topic = bare.heard.all[0].topic;
    expect((await bare.join(topic)).status, 'the same once more is no further one').toBe('ok');
    await bare.ask(topic, 'phx_leave', {});
    expect((await join(11)).status).toBe('ok');
    const staff = await open();
    const token = await tokenOf(site.staff);
    for (let number = 0; number < 40; number++) {
      expect((await staff.join(`realtime:staff-${number}`, {}, token)).status, `${number}`).toBe('ok');
    }
    bare.socket.close();
    staff.socket.close();
  });

  test('joins so often, and then waits', async () => {
    const bare = await open();
    const answers = await Promise.all(Array.from({ length: 50 }, () => bare.join('realtime:again')));
    const refused = answers.filter(answer => answer.status === 'error');
    expect(refused.length).toBeGreaterThan(0);
    expect(reason(refused[0])).toMatch(/^ClientJoinRateLimitReached: /);
    expect(answers.slice(0, 20).every(answer => answer.status === 'ok')).toBe(true);
    await sleep(600);
    expect((await bare.join('realtime:again')).status).toBe('ok');
    bare.socket.close();
  });

  test('is listened to more slowly when it says too much, and nothing of it is lost', async () => {
    const [sender, receiver] = [await open(), await open()];
    const topic = `realtime:${unique()}`;
    await Promise.all([sender.join(topic, { broadcast: { ack: true } }), receiver.join(topic)]);
    const begun = Date.now();
    const count = 100;
    for (let number = 0; number < count; number++)
      sender.say(topic, 'broadcast', { event: 'e', payload: { number } }, `b${number}`, null as never);
    await sender.heard.first(one => one.ref === `b${count - 1}`, 15_000);
    // Sixty at once, then twenty a second.
    expect(Date.now() - begun).toBeGreaterThan(1_000);
    await receiver.heard.first(one => one.payload.payload?.number === count - 1);
    const numbers = receiver.heard.all
      .filter(one => one.event === 'broadcast')
      .map(one => one.payload.payload.number);
    expect(numbers).toEqual(Array.from({ length: count }, (_, number) => number));
    sender.socket.close();
    receiver.socket.close();
  });

  test('says at most 16 KB at a time, staff more', async () => {
    const bare = await open();
    bare.say('realtime:a', 'phx_join', { config: {}, filler: 'x'.repeat(17_000) });
    expect(await bare.closed).toBe(1009);
    const staff = await open();
    await staff.join('realtime:large', { broadcast: { ack: true } }, await tokenOf(site.staff));
    const large = { event: 'e', payload: { text: 'x'.repeat(100_000) } };
    expect(await staff.ask('realtime:large', 'broadcast', large)).toMatchObject({ status: 'ok' });
    staff.say('realtime:large', 'broadcast', { event: 'e', payload: { text: 'x'.repeat(300_000) } });
    expect(await staff.closed).toBe(1009);
  });

  test('that does not speak the protocol is ended, and the server goes on', async () => {
    for (const nonsense of ['', '[', '{}', '[1,2,3]', 'null', '"x"', '[null,null,5,"e",{}]']) {
      const bare = await open();
      bare.socket.send(nonsense);
      await bare.closed;
    }
    for (const bytes of [[], [0], [3], [3, 255, 255, 255, 255, 255, 0], [4, 1, 1, 1, 1, 1, 1]]) {
      const bare = await open();
      bare.socket.send(new Uint8Array(bytes));
      await bare.closed;
    }
    const bare = await open();
    (bare.socket as Any)._socket.write(Buffer.from([0xff, 0xff, 0, 0, 0, 0]));
    expect(await bare.closed).toBe(1002);
    expect((await site.ask('/healthz')).status).toBe(200);
  });
});

describe('a channel', () => {
  test('has so many subscriptions, and names of a certain length', async () => {
    const bare = await open();
    const asked = (count: number) =>
      Array.from({ length: count }, (_, number) => ({
        event: '*',
        schema: 'public',
        table: 'projects',
        filter: `position=eq.${number}`,
      }));
    expect(await bare.join('realtime:a', { postgres_changes: asked(10) })).toMatchObject({ status: 'ok' });
    expect(reason(await bare.join('realtime:b', { postgres_changes: asked(11) }))).toMatch(/at most 10/);
    expect(reason(await bare.join(`realtime:${'x'.repeat(200)}`))).toMatch(/at most 200 bytes/);
    expect(reason(await bare.join('realtime:'))).toMatch(/^TopicNameRequired/);
    expect(reason(await bare.join('other:a'))).toBe('unmatched topic');
    expect(reason(await bare.join('realtime:c', { presence: { key: 'k'.repeat(129) } }))).toMatch(
      /at most 128 bytes/,
    );
    expect(reason(await bare.join('realtime:c', 5))).toMatch(/^InvalidJoinPayload/);
    expect(reason(await bare.join('realtime:c', { broadcast: { replay: { since: 1 } } }))).toMatch(
      /not stored/,
    );
    const long = await bare.ask('realtime:a', 'broadcast', { event: 'e'.repeat(201), payload: {} });
    expect(reason(long)).toMatch(/at most 200 bytes/);
    bare.socket.close();
  });

  test('of staff can be subscribed when visitors have subscribed to all they may', async () => {
    const list = (letter: string) => `title=not.in.(${Array.from(letter.repeat(100)).join(',')})`;
    const filter = Array.from({ length: 7 }, () => list('x')).join(',');
    const asked = Array.from({ length: 9 }, () => ({
      event: '*',
      schema: 'public',
      table: 'projects',
      filter,
    }));
    const join = (bare: Bare, token?: string) =>
      bare.join(`realtime:${unique()}`, { postgres_changes: asked }, token);
    const held: Bare[] = [];
    let addresses = 0;
    // Until a new address gets nothing.
    for (let got = 1; got > 0 && addresses < 40; addresses++) {
      got = 0;
      for (let is_full = false; !is_full; ) {
        const from = { localAddress: `127.0.1.${addresses + 1}` };
        const bare = await Bare.open(site.url, 2, site.anonKey, from);
        held.push(bare);
        for (let channel = 0; channel < 10 && !is_full; channel++) {
          is_full = reason(await join(bare)) === 'ChannelRateLimitReached: Too many subscriptions';
          if (!is_full) got++;
        }
      }
    }
    expect(addresses, 'no address had it all').toBeGreaterThan(4);
    const [staff, service] = [await open(), await open()];
    expect((await join(staff, await tokenOf(site.staff))).status).toBe('ok');
    expect((await join(service, site.serviceKey)).status).toBe('ok');
    for (const bare of [staff, service, ...held]) bare.socket.close();
    await Promise.all(held.map(bare => bare.closed));
  });

  test('takes so much presence, and so often', async () => {
    const bare = await open();
    await bare.join('realtime:p', { presence: { enabled: true } });
    const track = (payload: unknown) =>
      bare.ask('realtime:p', 'presence', { type: 'presence', event: 'track', payload });
    expect(reason(await track({ text: 'x'.repeat(1_100) }))).toMatch(/size exceeded/);
    expect(reason(await track([1]))).toMatch(/must be a map/);
    expect((await track({ at: 1 })).status).toBe('ok');
    expect(reason(await bare.ask('realtime:p', 'presence', { event: 'dance' }))).toMatch(/neither/);
    const answers: Any[] = [];
    for (let time = 0; time < 10; time++) answers.push(await track({ time }));
    expect(reason(answers.at(-1))).toMatch(/^ClientPresenceRateLimitReached/);
    bare.socket.close();
  });

  test('has so many who are present', async () => {
    const topic = `realtime:${unique()}`;
    const sockets = await Promise.all(Array.from({ length: 201 }, () => open()));
    const track = async (bare: Bare) => {
      await bare.join(topic);
      return bare.ask(topic, 'presence', { event: 'track', payload: {} });
    };
    const answers = await Promise.all(sockets.map(track));
    const refused = answers.filter(answer => answer.status !== 'ok');
    expect(refused.map(reason)).toEqual(['Too many are present already']);
    for (const bare of sockets) bare.socket.close();
  });
});

describe('all together', () => {
  test('one who takes nothing is dropped, and the others get everything', async () => {
    const token = await tokenOf(site.staff);
    const topic = `realtime:${unique()}`;
    const [sender, stuck, good] = [await open(), await open(), await open()];
    await Promise.all([
      sender.join(topic, { broadcast: { ack: true } }, token),
      stuck.join(topic),
      good.join(topic),
    ]);
    (stuck.socket as Any)._socket.pause();
    const text = 'x'.repeat(200_000);
    for (let number = 0; number < 60; number++) {
      await sender.ask(topic, 'broadcast', { event: 'e', payload: { number, text } });
    }
    await good.heard.first(one => one.payload.payload?.number === 59);
    (stuck.socket as Any)._socket.resume();
    await stuck.closed;
    const got = stuck.heard.all.filter(one => one.event === 'broadcast').length;
    expect(got, 'not all of it waited in the memory').toBeLessThan(60);
    expect(good.heard.all.filter(one => one.event === 'broadcast').length).toBe(60);
    sender.socket.close();
    good.socket.close();
  });

  test('posts of visitors are counted by address; those of staff are not', async () => {
    const post = (headers: Record<string, string> = {}) =>
      site.ask('/realtime/v1/api/broadcast/counted/events/e', { method: 'POST', body: '{}', headers });
    const statuses: number[] = [];
    for (let time = 0; time < 80; time++) statuses.push((await post()).status);
    expect(statuses.slice(0, 50).every(status => status === 202)).toBe(true);
    const refused = await post();
    expect(statuses.concat(refused.status)).toContain(429);
    const staff = { authorization: `Bearer ${await tokenOf(site.staff)}` };
    expect((await post(staff)).status).toBe(202);
    const large = await site.ask('/realtime/v1/api/broadcast/counted/events/e', {
      method: 'POST',
      body: `"${'x'.repeat(20_000)}"`,
    });
    expect(large.status).toBe(413);
    const bad = await site.ask('/realtime/v1/api/broadcast/counted/events/e', {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer x' },
    });
    expect(bad.status).toBe(401);
  });

  test('one address has a quarter of the free connections, and a place is given back', async () => {
    const held: Bare[] = [];
    for (let is_full = false; !is_full; ) {
      const opened = await Promise.allSettled(Array.from({ length: 64 }, () => open()));
      held.push(...opened.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])));
      is_full = opened.some(one => one.status === 'rejected');
      expect(held.length).toBeLessThanOrEqual(1_024);
    }
    expect((await site.ask('/healthz')).status, 'requests have places of their own').toBe(200);
    const first = held.pop();
    first?.socket.close();
    await first?.closed;
    await expect.poll(async () => held.push(await open())).toBe(held.length + 1);
    for (const bare of held) bare.socket.terminate();
  });

  test('all addresses together have as many as there are files to open, and pages still come', async () => {
    const server = await start({}, undefined, ['prlimit', '--nofile=600:600']);
    try {
      const held: Bare[] = [];
      let refused = 0;
      for (let last = 1; last <= 60; last++) {
        const from = { localAddress: `127.0.0.${last}` };
        const tries = Array.from({ length: 4 }, () => Bare.open(server.url, 2, server.anonKey, from));
        for (const opened of await Promise.allSettled(tries))
          opened.status === 'fulfilled' ? held.push(opened.value) : refused++;
      }
      expect(held.length).toBe(150);
      expect(refused).toBe(240 - 150);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      for (const bare of held) bare.socket.terminate();
    } finally {
      await server.stop();
    }
  });
});
