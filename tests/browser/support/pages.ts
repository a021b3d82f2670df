// The site's pages, asked of the built script itself, so that a new page is tested without a line here.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const webDist = resolve(ROOT, process.env.UMEED_WEB_DIST ?? 'web/dist');

function addresses(): string[] {
  const script = readFileSync(`${webDist}/server/server.js`, 'utf8');
  const engine = vm.createContext({ console, URL });
  const answer = JSON.parse(vm.runInContext(`${script}\numeed.paths()`, engine));
  return Array.isArray(answer) ? answer : answer.fixed;
}

/** Every public page; of a list that goes on at numbered addresses the first. */
export const paths = addresses()
  .filter(path => !/\/\d+$/.test(path))
  .sort();
