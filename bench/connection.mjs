// A connection that asks one thing at a time and takes next to no processor time, for where the requests are part of what is
// measured: `fetch` takes as much as a save does. Knows answers that say their length.
import { once } from 'node:events';
import { connect } from 'node:net';

export async function connection(url) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  let answered = () => {};
  let failed = () => {};
  let received = Buffer.alloc(0);
  socket.on('data', part => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const [, status] = /^HTTP\/1.1 (\d+)/.exec(head) ?? [];
    const body = received.toString('utf8', end + 4);
    received = Buffer.alloc(0);
    if (/^2/.test(status ?? '')) answered(body);
    else failed(new Error(`${head.split('\r\n', 1)[0]} ${body}`));
  });
  socket.on('error', cause => failed(cause));
  socket.on('close', () => failed(new Error('the server closed the connection')));
  return {
    /** The body of the answer, once all of it is there. */
    ask(method, path, headers = {}, body = '') {
      const given = { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
      const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
      return new Promise((done, refuse) => {
        [answered, failed] = [done, refuse];
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
      });
    },
    close: () => socket.destroy(),
  };
}
