// The requests of the public app. (start.ts, which runs before it, asks for the page itself once more after an upgrade.)
import proofAddress from 'virtual:proof-address';
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

export type FormTable = 'messages' | 'subscribers' | 'volunteers';

/** The part that solves a form's challenge; undefined where it does not come, or not soon. */
export const proofs = (): Promise<typeof import('./proof') | undefined> =>
  Promise.race([
    import(/* @vite-ignore */ proofAddress).catch(() => undefined),
    new Promise<undefined>(late => setTimeout(late, 5000)),
  ]);

/** Stores one row; undefined means it is stored, otherwise why not. Never throws. */
export async function insertRow(
  table: FormTable,
  row: object,
  messages: Messages,
): Promise<Failure | undefined> {
  const send = (proof?: object) =>
    fetch(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal', ...proof },
      body: JSON.stringify(row),
    });
  try {
    const part = await proofs();
    const response = await (part ? part.sendProven(table, send) : send());
    return response.ok ? undefined : await explain(response, messages);
  } catch {
    return { code: 'unreachable', message: messages.shell.unreachable };
  }
}

async function explain(response: Response, { shell }: Messages): Promise<Failure> {
  const body: Partial<Failure> = await response.json().catch(() => ({}));
  const code = body?.code ?? '';
  if ((response.status === 429 || response.status === 503) && !/^form_/.test(code)) {
    const wait = Number(response.headers.get('Retry-After')) || 0;
    return { code, message: shell.busy(wait) };
  }
  return { code, message: body?.message || shell.somethingWrong };
}
