// Why the auth server refused. The official client drops the waiting time, and for an answer of 5xx it mixes the
// server's own message with texts that it makes up, so both are read from the answer itself.

export interface AuthRefusal {
  status: number;
  /** The server's own message, if it sent one. */
  message: string;
  /** How long to wait before the next try. */
  retryAfterSeconds?: number;
}

let last: AuthRefusal | undefined;

export const fetchAuth: typeof fetch = async (input, init) => {
  last = undefined;
  const response = await fetch(input, init);
  if (!response.ok) last = await refusalOf(response.clone());
  return response;
};

/** Of the latest call; undefined when it was answered well, or not at all. */
export function lastRefusal(): AuthRefusal | undefined {
  return last;
}

async function refusalOf(response: Response): Promise<AuthRefusal> {
  const body = await response.json().catch(() => ({}));
  const message = [body?.msg, body?.message, body?.error_description].find(
    text => typeof text === 'string' && text,
  );
  const wait = Number(response.headers.get('Retry-After'));
  return {
    status: response.status,
    message: message ?? '',
    retryAfterSeconds: wait > 0 ? wait : undefined,
  };
}
