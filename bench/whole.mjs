// A whole answer as it comes over the wire: fetch would undo the compression and hide the header of it.
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

export function get(url, encoding, headers = {}) {
  return new Promise((done, failed) => {
    const asked = { 'accept-encoding': encoding, ...headers };
    const ask = url.startsWith('https:') ? secureRequest : request;
    const sent = ask(url, { headers: asked, agent: false }, answer => {
      const chunks = [];
      answer.on('data', chunk => chunks.push(chunk));
      answer.on('end', () => {
        if (answer.statusCode !== 200) failed(new Error(`${url}: ${answer.statusCode}`));
        else done({ body: Buffer.concat(chunks), headers: answer.headers });
      });
    });
    sent.once('error', failed);
    sent.end();
  });
}
