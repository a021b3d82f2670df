// The requests of the public app. (start.ts, which runs before it, asks for the page itself once more after an upgrade.)
import type { Messages } from '../messages/language';
import type { Answers, Failure } from './query';

/** The server knows of no such page. */
export class PageMissing extends Error {}

/** The next page's data, answered by the same queries as its server rendering. What it holds is not checked here. */
export async function fetchPageData(path: string): Promise<Answers> {
  const response = await fetch(`/page-data${path}`, { headers: { Accept: 'application/json' } });
  if (response.status === 404) throw new PageMissing(path);
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const body = (await response.json()) as { data?: Answers } | null;
  return body?.data ?? {};
}

/** Stores one row; undefined means it is stored, otherwise why not. Never throws. */
export async function insertRow(
  table: 'subscribers' | 'volunteers',
  row: object,
  messages: Messages,
): Promise<Failure | undefined> {
  try {
    const response = await fetch(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal' },
      body: JSON.stringify(row),
    });
    return response.ok ? undefined : await explain(response, messages);
  } catch {
    return { code: 'unreachable', message: messages.shell.unreachable };
  }
}

async function explain(response: Response, { shell }: Messages): Promise<Failure> {
  const body: Partial<Failure> = await response.json().catch(() => ({}));
  const code = body?.code ?? '';
  if (response.status === 429 || response.status === 503) {
    const wait = Number(response.headers.get('Retry-After')) || 0;
    return { code, message: shell.busy(wait) };
  }
  return { code, message: body?.message || shell.somethingWrong };
}
