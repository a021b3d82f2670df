// The site's pages, asked of the built script itself, so that a new page is tested without a line here.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const webDist = resolve(ROOT, process.env.UMEED_WEB_DIST ?? 'web/dist');

interface Umeed {
  paths(): string;
  plan(path: string): string;
}

const script = readFileSync(`${webDist}/server/server.js`, 'utf8');
const umeed: Umeed = vm.runInContext(`${script}\numeed`, vm.createContext({ console, URL }));

function addresses(): string[] {
  const answer = JSON.parse(umeed.paths());
  return Array.isArray(answer) ? answer : answer.fixed;
}

/** Every public page; of a list that goes on at numbered addresses the first. */
export const paths = addresses()
  .filter(path => !/\/\d+$/.test(path))
  .sort();

const queriesOf = (path: string) => Object.keys(JSON.parse(umeed.plan(path)).queries);
const shell = queriesOf('/no/such/page');

/** Those that show content of their own. The home page's is part of the shell, as every shared link shows it. */
export const loadingPaths = paths.filter(path => path === '/' || queriesOf(path).length > shell.length);
