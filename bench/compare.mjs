// The same question to two servers, in turn, and the line of the table that it makes.
import { alternate, figure, formatRatio, median, ratio } from './rounds.mjs';
import { load } from './wrk.mjs';

/** `ours` and `theirs` are an address with what load takes. */
export async function compareLoads(what, { url, ...ours }, peer, { url: theirUrl, ...theirs }, goal) {
  const results = await alternate({
    here: () => load(url, ours),
    peer: () => load(theirUrl, theirs),
  });
  const of = (side, key) => results[side].map(result => result[key]);
  const said = side => `${figure(median(of(side, 'rate')))}, p99 ${figure(median(of(side, 'p99')))} ms`;
  const rate = ratio(of('here', 'rate'), of('peer', 'rate'));
  return {
    what: `${what}: requests/s`,
    here: said('here'),
    peer: `${peer} ${said('peer')}`,
    ratio: formatRatio(rate),
    ...(goal && { goal: `at least ${goal}`, met: rate.ratio >= goal }),
  };
}
