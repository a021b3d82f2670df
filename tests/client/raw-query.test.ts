// Signs in a query that belong percent-encoded and that some clients send as they are.

import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { serve } from './clients.ts';

const site = serve();

/** Sends the texts one after the other on one connection, each when the answer before has come. */
async function converse(texts: string[]): Promise<string[]> {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  const answers: string[] = [];
  for (const text of texts) {
    const answer = new Promise<string>((done, fail) => {
      let read = '';
      const onData = (chunk: Buffer) => {
        read += chunk.toString();
        const [head = '', body] = read.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (body === undefined || Buffer.byteLength(body) < length) return;
        socket.off('data', onData);
        done(read);
      };
      socket.on('data', onData);
      socket.once('error', fail);
      socket.once('close', () => fail(new Error(`closed after: ${read}`)));
    });
    socket.write(text);
    answers.push(await answer);
  }
  socket.removeAllListeners('close').destroy();
  return answers;
}

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: umeed\r\n${more}\r\n`;

test('are read as they are meant, on every request of a connection', async () => {
  const ask = head('GET /rest/v1/website_content?select=x:content->>title&page_key=eq."contact"&limit=1');
  const body = JSON.stringify({ email: 'nobody' });
  const post = head(
    'POST /rest/v1/subscribers',
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
  );
  const answers = await converse([ask, post + body, ask, head('GET /rest/v1/projects?title=eq.<a>')]);
  expect(answers.map(answer => answer.slice(9, 12))).toEqual(['200', '400', '200', '200']);
  expect(answers[2]?.split('\r\n\r\n')[1]).toBe(answers[0]?.split('\r\n\r\n')[1]);
});

test('stay as they are in a body, also in one that looks like a request', async () => {
  const looksLikeOne = 'GET /rest/v1/projects?a->b HTTP/1.1\r\n';
  const post = head(
    'POST /rest/v1/subscribers',
    `content-type: application/json\r\ncontent-length: ${looksLikeOne.length}\r\n`,
  );
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.write(post);
  await new Promise(done => setTimeout(done, 200));
  socket.write(looksLikeOne);
  let read = '';
  socket.on('data', chunk => {
    read += chunk.toString();
  });
  await expect.poll(() => read, { timeout: 5_000 }).toContain('PGRST102');
  await new Promise(done => setTimeout(done, 300));
  expect(read.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  socket.destroy();
});

test('stay as they are in a body that no page needs', async () => {
  await fetch(`${site.url}/about`); // now it is answered from memory
  const body = 'GET /rest/v1/projects?a->b HTTP/1.1\r\n';
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  let read = '';
  socket.on('data', chunk => {
    read += chunk.toString('latin1');
  });
  socket.write(head('GET /about', `accept-encoding: br\r\ncontent-length: ${body.length}\r\n`));
  await new Promise(done => setTimeout(done, 200));
  socket.write(body);
  await new Promise(done => setTimeout(done, 200));
  socket.write(head('GET /rest/v1/projects?limit=0', 'connection: close\r\n'));
  await new Promise(done => socket.once('close', done));
  const answers = read.match(/HTTP\/1\.1 \d+/g) ?? [];
  // One answer to each, or the connection ends after the first; never one to what was a body.
  expect([['HTTP/1.1 200'], ['HTTP/1.1 200', 'HTTP/1.1 200']]).toContainEqual(answers);
});
