import { unreachable } from './session-clients';

/** The server's own words for what went wrong; a browser's words for a broken connection say nothing to people. */
export function inWords(error: unknown): string {
  const message =
    error instanceof Error || (error !== null && typeof error === 'object' && 'message' in error)
      ? String(error.message).replace(/^(TypeError|Error|FetchError): /, '')
      : '';
  if (/failed to fetch|networkerror|load failed|network request failed/i.test(message)) return unreachable;
  return message || 'Something went wrong';
}
