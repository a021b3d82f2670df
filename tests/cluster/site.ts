// A small foundation on several servers, with a load balancer's manners: a connection that is refused or cut is tried
// at the next server, once round; what a server has answered, stands.
import type { Running } from '../server.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export class Site {
  token = '';
  private turn = 0;
  constructor(readonly servers: Running[]) {}

  get first(): Running {
    const [first] = this.servers;
    if (!first) throw new Error('no servers');
    return first;
  }

  async signIn(at: Running = this.first): Promise<void> {
    const answer = await this.ask(at, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: at.email, password: at.password }),
    });
    if (answer.status !== 200) throw new Error(`no sign-in: ${answer.text}`);
    this.token = JSON.parse(answer.text).access_token;
  }

  /** At one server. Throws when the connection fails. */
  async ask(at: Running, path: string, request: RequestInit = {}, staff = false): Promise<Answer> {
    const headers = {
      apikey: this.first.anonKey,
      authorization: `Bearer ${staff ? this.token : this.first.anonKey}`,
      'content-type': 'application/json',
      ...request.headers,
    };
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(at.url + path, { ...request, headers, signal });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** At whichever server takes it. */
  async balanced(path: string, request: RequestInit = {}, staff = false): Promise<Answer> {
    let failure: unknown;
    for (const _ of [...this.servers, ...this.servers]) {
      const at = this.servers[this.turn++ % this.servers.length] ?? this.first;
      try {
        return await this.ask(at, path, request, staff);
      } catch (cause) {
        failure = cause;
      }
    }
    throw failure;
  }
}
