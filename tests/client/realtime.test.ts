// Live changes, broadcasts and presence as the official client asks for them.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ok, serve, unique } from './clients.ts';
import { type Any, Bare, changes, Heard, subscribe } from './live.ts';

const site = serve();

async function project(title: string): Promise<Any> {
  return ok(await site.staff.from('projects').insert({ title }).select().single());
}

describe('changes', () => {
  test('an insert, an update and a deletion arrive with the row as the tables show it', async () => {
    const heard = await changes(site.client(), { table: 'projects' });
    const mark = unique();
    const row = await project(mark);
    const inserted = await heard.first(change => change.new.title === mark);
    expect(inserted).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'projects',
      old: {},
      errors: null,
    });
    expect(inserted.new).toEqual(row);
    expect(Date.parse(inserted.commit_timestamp)).toBeGreaterThan(Date.now() - 60_000);

    ok(
      await site.staff
        .from('projects')
        .update({ position: 7, description: '<b>b</b>' })
        .eq('id', row.id)
        .select(),
    );
    const updated = await heard.first(change => change.eventType === 'UPDATE');
    const now = ok(await site.visitor.from('projects').select().eq('id', row.id).single());
    expect(updated.new).toEqual(now);
    expect(updated.old).toEqual({ id: row.id });

    await site.staff.from('projects').delete().eq('id', row.id);
    const deleted = await heard.first(change => change.eventType === 'DELETE');
    expect(deleted).toMatchObject({ new: {}, old: { id: row.id } });
    expect(Object.keys(deleted.old)).toEqual(['id']);
    await heard.channel.unsubscribe();
  });

  test('a document arrives as JSON, a flag as a flag', async () => {
    const client = await site.signedIn();
    const heard = await changes(client, { schema: '*' });
    const { content } = ok(
      await site.staff.from('website_content').select('content').eq('page_key', 'about').single(),
    );
    await site.staff.from('website_content').update({ content }).eq('page_key', 'about');
    const told = await heard.first(change => change.table === 'website_content');
    expect(told.new.content).toEqual(content);
    expect(told.old).toEqual({ page_key: 'about' });
    const quote = ok(
      await site.staff
        .from('testimonials')
        .insert({ quote: unique(), name: 'n', is_visible: false })
        .select()
        .single(),
    );
    expect((await heard.first(change => change.table === 'testimonials')).new).toEqual(quote);
    await heard.channel.unsubscribe();
  });

  test('only the verb, the rows and the columns that were asked for', async () => {
    const mark = unique();
    const client = site.client();
    const inserts = await changes(client, { event: 'INSERT', table: 'projects' });
    const named = await changes(client, { table: 'projects', filter: `title=eq.${mark} b` });
    const listed = await changes(client, { table: 'projects', filter: `title=in.(${mark} a,"${mark} c")` });
    const many = await changes(client, { table: 'projects', filter: 'position=gte.100,position=lt.200' });
    const chosen = await changes(client, { table: 'projects', select: ['title'] });
    const others = await changes(client, { table: 'team_members' });
    const rows = [
      { title: `${mark} a`, position: 99 },
      { title: `${mark} b`, position: 100 },
      { title: `${mark} c`, position: 200 },
    ];
    const made: Any[] = ok(await site.staff.from('projects').insert(rows).select());
    const b = made.find(row => row.position === 100);
    await site.staff.from('projects').update({ description: 'x' }).eq('id', b.id);
    await site.staff.from('projects').delete().eq('id', b.id);
    await chosen.first(change => change.eventType === 'DELETE' && change.old.id === b.id);
    await sleep(100);
    const of = (heard: Heard) =>
      heard.all
        .filter(change => !change.new.title || change.new.title.startsWith(mark))
        .map(change => change.eventType);
    expect(of(inserts)).toEqual(['INSERT', 'INSERT', 'INSERT']);
    expect(of(named), 'deletions are filtered by the key alone').toEqual(['INSERT', 'UPDATE']);
    expect(of(listed)).toEqual(['INSERT', 'INSERT']);
    expect(of(many)).toEqual(['INSERT', 'UPDATE']);
    expect(others.all).toEqual([]);
    const first = chosen.all.find(change => change.new.title === `${mark} a`);
    expect(first.new).toEqual({ id: expect.any(String), title: `${mark} a` });
    await client.removeAllChannels();
  });

  test('one channel can hear of several things', async () => {
    const [projects, team, mark] = [new Heard(), new Heard(), unique()];
    const client = site.client();
    const channel = client
      .channel('several')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'projects' }, projects.push)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'team_members' }, team.push);
    await subscribe(channel);
    await project(mark);
    await site.staff.from('team_members').insert({ name: mark });
    await team.first(change => change.new.name === mark);
    await projects.first(change => change.new.title === mark);
    expect(projects.all.every(change => change.table === 'projects')).toBe(true);
    await client.removeAllChannels();
  });

  test('what cannot be subscribed to is told on the channel', async () => {
    const client = site.client();
    for (const filter of [
      { table: 'staff' },
      { table: 'nothing' },
      { schema: 'auth' },
      { table: 'projects', filter: 'nothing=eq.1' },
      { table: 'projects', filter: 'id=eq.1' },
      { table: 'website_content', filter: 'content=eq.1' },
      { table: 'projects', filter: 'title=like.a%' },
      { table: 'projects', filter: 'description=not.ilike.%a%' },
    ]) {
      const system = new Heard();
      const asked = { event: '*', schema: 'public', ...filter };
      const channel = client.channel(unique()).on('postgres_changes', asked as never, () => {});
      await subscribe(channel.on('system', {}, system.push));
      const told = await system.first();
      expect(told).toMatchObject({ extension: 'postgres_changes', status: 'error' });
      expect(told.message).toMatch(/^Unable to subscribe to changes with given parameters: "?\w+/);
    }
    await client.removeAllChannels();
  });

  test('many changes of one transaction all arrive, in order', async () => {
    const heard = await changes(await site.signedIn(), { table: 'projects', event: 'INSERT' });
    const mark = unique();
    const rows = Array.from({ length: 300 }, (_, number) => ({ title: `${mark} ${number}` }));
    const { error } = await site.staff.from('projects').insert(rows);
    expect(error).toBeNull();
    await heard.first(change => change.new.title === `${mark} 299`);
    const titles = heard.all.map(change => change.new.title).filter(title => title.startsWith(mark));
    expect(titles).toEqual(rows.map(row => row.title));
    await heard.channel.unsubscribe();
  });
});

describe('broadcasts', () => {
  test('reach the others on the channel, and oneself when asked for', async () => {
    const name = unique();
    const [one, two, three] = [new Heard(), new Heard(), new Heard()];
    const join = (heard: Heard, self: boolean) =>
      subscribe(
        site
          .client()
          .channel(name, { config: { broadcast: { self, ack: true } } })
          .on('broadcast', { event: 'hello' }, heard.push),
      );
    const [{ channel }] = await Promise.all([join(one, false), join(two, false)]);
    const own = await join(three, true);
    const payload = { word: 'سلام', list: [1, { a: null }] };
    expect(await channel.send({ type: 'broadcast', event: 'hello', payload })).toBe('ok');
    expect(await two.first()).toMatchObject({ type: 'broadcast', event: 'hello', payload });
    expect(await own.channel.send({ type: 'broadcast', event: 'hello', payload: { own: true } })).toBe('ok');
    await three.first(told => told.payload.own);
    expect(one.all.every(told => told.payload.own)).toBe(true);
    expect(await channel.send({ type: 'broadcast', event: 'other', payload: {} })).toBe('ok');
    await sleep(100);
    expect(two.all.filter(told => told.event === 'other')).toEqual([]);
  });

  test('carry bytes', async () => {
    const name = unique();
    const heard = new Heard();
    await subscribe(site.client().channel(name).on('broadcast', { event: '*' }, heard.push));
    const old = await Bare.open(site.url, 1);
    await old.join(`realtime:${name}`);
    const { channel } = await subscribe(site.client().channel(name));
    await channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 1, 255]).buffer });
    const { payload } = await heard.first();
    expect([...new Uint8Array(payload)]).toEqual([0, 1, 255]);
    await channel.send({ type: 'broadcast', event: 'words', payload: { a: 1 } });
    const told = await old.heard.first(one => one.event === 'broadcast');
    expect(told.payload, 'the first version has no bytes').toEqual({
      type: 'broadcast',
      event: 'words',
      payload: { a: 1 },
    });
    old.socket.close();
  });

  test('can be sent without a channel, one or several at once', async () => {
    const name = unique();
    const heard = new Heard();
    await subscribe(site.client().channel(name).on('broadcast', { event: '*' }, heard.push));
    const quiet = site.client().channel(name);
    expect(await quiet.httpSend('post', { a: 1 })).toEqual({ success: true });
    expect(await heard.first(told => told.event === 'post')).toMatchObject({ payload: { a: 1 } });
    await quiet.httpSend('bytes', new Uint8Array([7, 8]).buffer);
    expect([...new Uint8Array((await heard.first(told => told.event === 'bytes')).payload)]).toEqual([7, 8]);
    expect(await quiet.send({ type: 'broadcast', event: 'batch', payload: { b: 2 } })).toBe('ok');
    expect(await heard.first(told => told.event === 'batch')).toMatchObject({ payload: { b: 2 } });
    for (const body of ['{}', '{"messages":[]}', '{"messages":[{"topic":"a"}]}', 'x']) {
      const refused = await site.ask('/realtime/v1/api/broadcast', { method: 'POST', body });
      expect(refused.status, body).toBe(422);
      expect(refused.json.message).toMatch(/\w/);
    }
    const stored = await site.ask(`/realtime/v1/api/broadcast/${name}/events/e?persist=true`, {
      method: 'POST',
      body: '{}',
    });
    expect(stored.status).toBe(422);
  });

  test('are refused as a whole, so that none of them is heard', async () => {
    const name = unique();
    const heard = new Heard();
    await subscribe(site.client().channel(name).on('broadcast', { event: '*' }, heard.push));
    const post = (messages: object[]) =>
      site.ask('/realtime/v1/api/broadcast', { method: 'POST', body: JSON.stringify({ messages }) });
    const good = { topic: name, event: 'first', payload: {} };
    expect((await post([good, { ...good, private: true }])).status).toBe(403);
    expect((await post([good, { ...good, topic: '' }])).status).toBe(422);
    expect((await post([good, { ...good, event: 'e'.repeat(201) }])).status).toBe(422);
    expect((await post([{ ...good, event: 'last' }])).status).toBe(202);
    await heard.first(told => told.event === 'last');
    expect(heard.all.map(told => told.event)).toEqual(['last']);
  });

  test('that are nested too deep are refused, and nobody gets them', async () => {
    const [sender, receiver] = [await Bare.open(site.url), await Bare.open(site.url)];
    const topic = `realtime:${unique()}`;
    await Promise.all([sender.join(topic, { broadcast: { ack: true } }), receiver.join(topic)]);
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const say = (payload: unknown) => sender.ask(topic, 'broadcast', { event: 'e', payload });
    for (const depth of [101, 1_000]) {
      const refused = await say(nested(depth));
      expect(refused.response.reason, `${depth}`).toMatch(/nested deeper than 100/);
    }
    expect(await say(nested(100))).toMatchObject({ status: 'ok' });
    const { payload } = await receiver.heard.first(one => one.event === 'broadcast');
    expect(payload.payload).toEqual(nested(100));
    sender.socket.close();
    receiver.socket.close();
  });
});

describe('presence', () => {
  test('tells who is there, who comes, changes and goes', async () => {
    const name = unique();
    const watch = (key?: string) => {
      const events = new Heard();
      const channel = site.client().channel(name, { config: key ? { presence: { key } } : {} } as never);
      channel.on('presence', { event: 'sync' }, () =>
        events.push({ event: 'sync', state: channel.presenceState() }),
      );
      channel.on('presence', { event: 'join' }, events.push).on('presence', { event: 'leave' }, events.push);
      return { channel, events };
    };
    const amina = watch('amina');
    const bilal = watch();
    await Promise.all([subscribe(amina.channel), subscribe(bilal.channel)]);
    expect((await amina.events.first()).state).toEqual({});
    expect(await amina.channel.track({ at: 'desk' })).toBe('ok');
    const came = await bilal.events.first(({ event, key }) => event === 'join' && key === 'amina');
    expect(came.newPresences).toEqual([{ at: 'desk', presence_ref: expect.any(String) }]);
    await amina.events.first(({ event, key }) => event === 'join' && key === 'amina');

    expect(await bilal.channel.track({ at: 'door' })).toBe('ok');
    await amina.events.first(({ event, key }) => event === 'join' && key !== 'amina');
    expect(Object.keys(amina.channel.presenceState()).length, 'a key was made up').toBe(2);

    const late = watch();
    await subscribe(late.channel);
    const there = (await late.events.first(({ event }) => event === 'sync')).state;
    expect(there.amina).toMatchObject([{ at: 'desk' }]);

    await amina.channel.track({ at: 'garden' });
    await bilal.events.first(one => one.newPresences?.[0]?.at === 'garden');
    expect(bilal.channel.presenceState().amina).toMatchObject([{ at: 'garden' }]);

    expect(await amina.channel.untrack()).toBe('ok');
    await bilal.events.first(
      ({ event, key, currentPresences }) =>
        event === 'leave' && key === 'amina' && currentPresences.length === 0,
    );
    await bilal.channel.unsubscribe();
    await late.events.first(({ event, key }) => event === 'leave' && key !== 'amina');
    expect(late.channel.presenceState()).toEqual({});
  });

  test('of a client that is cut off ends', async () => {
    const name = unique();
    const bare = await Bare.open(site.url);
    await bare.join(`realtime:${name}`, { presence: { key: 'cut', enabled: true } });
    expect(
      await bare.ask(`realtime:${name}`, 'presence', { type: 'presence', event: 'track', payload: {} }),
    ).toMatchObject({ status: 'ok' });
    const left = new Heard();
    const channel = site.client().channel(name).on('presence', { event: 'leave' }, left.push);
    await subscribe(channel);
    bare.socket.terminate();
    expect(await left.first()).toMatchObject({ key: 'cut' });
  });
});

describe('the connection', () => {
  test.each([1, 2] as const)('version %i: joins, heartbeats, leaves', async version => {
    const bare = await Bare.open(site.url, version, site.anonKey);
    const heartbeat = await bare.ask('phoenix', 'heartbeat', {});
    expect(heartbeat).toEqual({ status: 'ok', response: {} });
    const topic = `realtime:${unique()}`;
    const asked = { event: '*', schema: 'public', table: 'projects', filter: 'title=eq.a' };
    const joined = await bare.join(topic, { postgres_changes: [asked] });
    expect(joined).toEqual({
      status: 'ok',
      response: { postgres_changes: [{ id: expect.any(Number), ...asked }] },
    });
    const system = await bare.heard.first(one => one.event === 'system');
    expect(system).toMatchObject({ topic, ref: null });
    expect(system.payload).toEqual({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: topic.slice('realtime:'.length),
    });
    expect(await bare.ask(topic, 'phx_leave', {})).toEqual({ status: 'ok', response: {} });
    await bare.heard.first(one => one.event === 'phx_close' && one.topic === topic);
    expect(await bare.ask(topic, 'broadcast', { event: 'e', payload: {} })).toEqual({
      status: 'error',
      response: { reason: 'unmatched topic' },
    });
    bare.socket.close();
    expect(await bare.closed).toBe(1000);
  });

  test('a client from before channels had settings hears of changes in its own form', async () => {
    const bare = await Bare.open(site.url, 1, site.anonKey);
    const mark = unique();
    expect(await bare.ask(`realtime:public:projects:title=eq.${mark}`, 'phx_join', {})).toMatchObject({
      status: 'ok',
    });
    await bare.heard.first(one => one.event === 'system');
    await project(`${mark} other`);
    await project(mark);
    const told = await bare.heard.first(one => one.event === 'INSERT');
    expect(told.payload).toMatchObject({ type: 'INSERT', table: 'projects', record: { title: mark } });
    bare.socket.close();
  });

  test('what is no WebSocket is told so, and other paths are not there', async () => {
    expect((await site.ask('/realtime/v1/websocket')).status).toBe(426);
    for (const path of ['', '/', '/nothing', '/api', '/api/broadcast/a']) {
      expect((await site.ask(`/realtime/v1${path}`)).status, path).toBe(404);
    }
    expect((await site.ask('/realtime/v1/api/broadcast')).status).toBe(405);
  });
});
