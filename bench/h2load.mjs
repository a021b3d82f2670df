// Load from h2load over TLS, by HTTP/1.1 or HTTP/2, on its own cores. An answer that is no success ends the benchmark.
import { run } from './children.mjs';
import { loadCores, onLoadCores } from './cores.mjs';
import { need } from './needs.mjs';
import { seconds } from './rounds.mjs';

/** Requests a second; with HTTP/2 `streams` at a time on each connection. */
export async function secureLoad(url, { http2, connections = 64, streams = 1, headers = {} }) {
  need({ 'nghttp2-client': '/usr/bin/h2load' });
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const printed = await run(
    onLoadCores([
      ...['h2load', ...(http2 ? ['-m', `${streams}`] : ['--h1']), '-t', `${loadCores}`],
      ...['-c', `${connections}`, '-D', `${seconds}`, '--warm-up-time', '1', ...given, url],
    ]),
  );
  const [, rate] = /finished in [^,]+, ([\d.]+) req\/s/.exec(printed) ?? [];
  const failed = /(\d+) failed, (\d+) errored/.exec(printed);
  if (!rate || Number(rate) === 0 || failed?.[1] !== '0' || failed[2] !== '0') {
    throw new Error(`${url}: not every request was answered well:\n${printed}`);
  }
  return Number(rate);
}
