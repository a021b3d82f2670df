// What went wrong, in words for people.
import { adminMessages } from '../messages';

/** A refusal of the server, with what decides whether to ask once more. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(message);
  }
}

interface Answer {
  status: number;
  error: { message: string; code: string } | null;
}

/** The answer's error as one to throw, with a message that can be shown. */
export function apiError({ status, error }: Answer): ApiError {
  return new ApiError(errorMessage(error), status, error?.code ?? '');
}

/** The server's own message; a browser's message for a broken connection says nothing to people. */
export function errorMessage(error: unknown): string {
  const { unreachable, unknown } = adminMessages().shell.errors;
  const message =
    error instanceof Error || (error !== null && typeof error === 'object' && 'message' in error)
      ? String(error.message).replace(/^(TypeError|Error|FetchError): /, '')
      : '';
  if (/failed to fetch|networkerror|load failed|network request failed/i.test(message)) return unreachable;
  return message || unknown;
}
