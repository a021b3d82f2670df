// Load from wrk, on its own cores. An answer that is no success, or a broken connection, ends the benchmark.

import { run } from './children.mjs';
import { loadCores, onLoadCores } from './cores.mjs';
import { need } from './needs.mjs';
import { quick, seconds } from './rounds.mjs';

/** Few when it is only to be seen that it works, perhaps on a busy machine: a server turns away who waits for half a second. */
const CONNECTIONS = quick ? 6 : 64;

const UNITS = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function milliseconds(text) {
  const [, number, unit] = /^([\d.]+)([a-z]+)$/.exec(text);
  return Number(number) * UNITS[unit];
}

/** How many requests, how many a second, and how long the middle and the slowest hundredth took, in milliseconds. */
export async function load(
  url,
  { connections = CONNECTIONS, headers = {}, script, duration = seconds, args = [] } = {},
) {
  need({ wrk: '/usr/bin/wrk' });
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const lua = script ? ['-s', new URL(script, import.meta.url).pathname] : [];
  const threads = Math.min(loadCores, connections);
  const printed = await run(
    onLoadCores([
      ...[
        'wrk',
        '--latency',
        '-t',
        `${threads}`,
        '-c',
        `${connections}`,
        '-d',
        `${duration}s`,
        '--timeout',
        '10s',
      ],
      ...[...given, ...lua, url, ...(args.length > 0 ? ['--', ...args] : [])],
    ]),
  );
  const requests = Number(/(\d+) requests in/.exec(printed)[1]);
  if (requests === 0) {
    // A side so slow that not one answer came gets more time; zero would be no figure.
    if (duration > 60) throw new Error(`${url}: not one answer in ${duration} s`);
    return load(url, { connections, headers, script, duration: duration * 3, args });
  }
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(printed);
  if (failed) throw new Error(`${url}: not every request was answered well:\n${printed}`);
  const percentile = name => milliseconds(new RegExp(`^\\s+${name}%\\s+(\\S+)`, 'm').exec(printed)[1]);
  return {
    requests,
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)[1]),
    median: percentile(50),
    p99: percentile(99),
  };
}
