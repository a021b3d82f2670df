import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Running, start } from '../server.ts';
import { connect as client, ok, unique } from './clients.ts';
import { file, path, png } from './pictures.ts';

// These tests stop their servers, so each has one of its own.
const servers: Running[] = [];
const fresh = async (settings = {}) => {
  const server = await start(settings);
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function staffOf(server: Running) {
  const staff = client(server.url, server.anonKey);
  const { error } = await staff.auth.signInWithPassword(server);
  if (error) throw error;
  return staff;
}
const answerOn = (socket: Socket) =>
  new Promise<string>((done, failed) => {
    let text = '';
    socket.on('data', part => {
      text += part.toString();
    });
    socket.on('end', () => done(text)).on('error', failed);
  });

describe('[API-3] stopping and starting', () => {
  test('SIGTERM finishes the request under way, takes no new one, and exits with 0', async () => {
    const server = await fresh();
    const staff = await staffOf(server);
    const token = (await staff.auth.getSession()).data.session?.access_token;
    const { hostname, port } = new URL(server.url);
    const idle = connect(Number(port), hostname);
    const busy = connect(Number(port), hostname);
    const answer = answerOn(busy);
    const name = path('gallery');
    const picture = png(2, 2, 200_000);
    busy.write(
      `POST /storage/v1/object/website_images/${name} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: image/png\r\ncontent-length: ${picture.length}\r\n\r\n`,
    );
    busy.write(picture.slice(0, 100_000));
    await sleep(100);
    const stopped = server.halt();
    await sleep(200);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    busy.write(picture.slice(100_000));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 .*"Key":"website_images\/gallery\//s);
    expect((await stopped).code).toBe(0);
    idle.destroy();

    await server.again();
    const served = await fetch(staff.storage.from('website_images').getPublicUrl(name).data.publicUrl);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(picture);
  });

  test('a balancer hears of the end before it comes', async () => {
    const server = await fresh({ UMEED_DRAIN_SECS: '3' });
    const ask = async (path: string) =>
      (await fetch(server.url + path, { headers: { connection: 'close' } })).status;
    expect([await ask('/readyz'), await ask('/healthz')]).toEqual([200, 200]);
    const stopped = server.halt();
    await expect.poll(() => ask('/readyz')).toBe(503);
    expect([await ask('/healthz'), await ask('/about')], 'new connections are still answered').toEqual([
      200, 200,
    ]);
    expect((await stopped).code).toBe(0);
    await expect(ask('/readyz')).rejects.toThrow();
  });

  test('an idle server stops at once', async () => {
    const server = await fresh();
    await fetch(`${server.url}/healthz`); // leaves a connection open
    const before = Date.now();
    expect((await server.halt()).code).toBe(0);
    expect(Date.now() - before).toBeLessThan(2_000);
  });

  test('a restart keeps rows, files, accounts, the public key and sessions', async () => {
    const server = await fresh();
    const staff = await staffOf(server);
    const title = unique('kept');
    const name = path('hero');
    ok(await staff.from('projects').insert({ title }).select());
    ok(await staff.storage.from('website_images').upload(name, file('a.png')));
    await server.halt();
    await server.again();

    expect(ok(await staff.from('projects').select('title').eq('title', title))).toEqual([{ title }]);
    expect((await staff.auth.getUser()).error).toBeNull();
    expect((await staff.from('volunteers').select('id')).error).toBeNull();
    expect((await staff.auth.refreshSession()).error).toBeNull();
    expect((await staff.storage.from('website_images').exists(name)).data).toBe(true);
    expect(JSON.parse((await server.command(['keys'])).stdout).anon).toBe(server.anonKey);
    expect((await (await staffOf(server)).auth.getUser()).data.user?.email).toBe(server.email);
  });

  test('a kill loses nothing that was answered', async () => {
    const server = await fresh();
    const staff = await staffOf(server);
    const titles = Array.from({ length: 20 }, () => unique());
    const writes = titles.map(async title =>
      (await staff.from('projects').insert({ title })).error ? null : title,
    );
    await Promise.race([Promise.all(writes), sleep(30)]);
    process.kill(server.pid, 'SIGKILL');
    const answered = (await Promise.all(writes)).filter(title => title !== null);
    await server.halt();
    await server.again();
    const kept = ok(await staff.from('projects').select('title')).map(row => row.title);
    expect(kept).toEqual(expect.arrayContaining(answered));
  });
});
