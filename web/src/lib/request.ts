// The only fetch of the public site.
import type { Answers, Failure } from './query';

/** The next page's data, answered by the same queries as its server rendering. */
export async function fetchPageData(path: string): Promise<Answers> {
  const response = await fetch(`/page-data${path}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const body = (await response.json()) as { data: Answers };
  return body.data;
}

/** Stores one row; undefined means it is stored, otherwise why not. Never throws. */
export async function insertRow(
  table: 'subscribers' | 'volunteers',
  row: object,
): Promise<Failure | undefined> {
  try {
    const response = await fetch(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal' },
      body: JSON.stringify(row),
    });
    return response.ok ? undefined : await explain(response);
  } catch {
    return {
      code: 'unreachable',
      message: 'We could not reach our server. Please check your connection and try again.',
    };
  }
}

async function explain(response: Response): Promise<Failure> {
  const body: Partial<Failure> = await response.json().catch(() => ({}));
  const wait = Number(response.headers.get('Retry-After'));
  if (response.status === 429 || response.status === 503) {
    const when = wait > 0 ? `in ${wait} ${wait === 1 ? 'second' : 'seconds'}` : 'in a minute';
    return { code: body.code ?? '', message: `Our server is busy. Please try again ${when}.` };
  }
  return { code: body.code ?? '', message: body.message || 'Something went wrong. Please try again.' };
}
