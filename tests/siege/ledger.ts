// What was asked of a server that may die at any moment, and what it said. A write is acknowledged when a success was
// answered; without an answer it may have happened or not, but never half.

import { createHash } from 'node:crypto';
import { png } from '../client/pictures.ts';
import type { Running } from '../server.ts';

export type Outcome = 'acknowledged' | 'unknown' | 'refused';

/** Every write of one life of the server: between its start and its death. */
export class Life {
  readonly rows = new Map<string, Outcome>();
  readonly batches = new Map<string, Outcome>();
  readonly removedRows = new Map<string, Outcome>();
  readonly files = new Map<string, Outcome>();
  readonly removedFiles = new Map<string, Outcome>();
  constructor(readonly number: number) {}

  acknowledged(): number {
    return [this.rows, this.batches, this.removedRows, this.files, this.removedFiles]
      .flatMap(kind => [...kind.values()])
      .filter(outcome => outcome === 'acknowledged').length;
  }
}

/** Something written again and again: what stands there must be one of the last versions, whole. */
export interface Series {
  sent: number;
  acknowledged: number;
}

export const PAGES = ['contact', 'testimonials_section'];
export const BATCH = 3;

export class Caller {
  readonly #server: Running;
  readonly #token: string;
  constructor(server: Running, token: string) {
    this.#server = server;
    this.#token = token;
  }

  static async signIn(server: Running): Promise<Caller> {
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: server.email, password: server.password }),
    });
    if (!answer.ok) throw new Error(`cannot sign in: ${answer.status}`);
    return new Caller(server, (await answer.json()).access_token);
  }

  ask(path: string, init: RequestInit = {}, as: 'staff' | 'visitor' = 'staff'): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('apikey', this.#server.anonKey);
    headers.set('authorization', `Bearer ${as === 'staff' ? this.#token : this.#server.anonKey}`);
    if (typeof init.body === 'string' && !headers.has('content-type'))
      headers.set('content-type', 'application/json');
    return fetch(this.#server.url + path, { ...init, headers });
  }

  /** Sends a write and says what became of it, as far as one can tell. */
  async write(path: string, init: RequestInit, as?: 'staff' | 'visitor'): Promise<Outcome> {
    try {
      const answer = await this.ask(path, init, as);
      await answer.arrayBuffer();
      if (answer.ok) return 'acknowledged';
      // 5xx is "try again": the server may not know itself.
      return answer.status >= 500 ? 'unknown' : 'refused';
    } catch {
      return 'unknown';
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows as they come
  async rows(path: string): Promise<any[]> {
    const answer = await this.ask(path);
    const rows = await answer.json();
    if (!Array.isArray(rows)) throw new Error(`${path}: ${answer.status} ${JSON.stringify(rows)}`);
    return rows;
  }

  /** The digest of a file as anyone sees it; empty when there is none. */
  async served(name: string): Promise<string> {
    const answer = await this.ask(`/storage/v1/object/public/website_images/${name}`, {}, 'visitor');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status >= 500) throw new Error(`${name}: ${answer.status}`);
    return answer.ok ? digest(bytes) : '';
  }
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A picture that is a function of its seed: small ones mostly, and now and then a large one. */
export function picture(seed: number): Uint8Array<ArrayBuffer> {
  const size = seed % 17 === 0 ? 400_000 + (seed % 1000) : 200 + ((seed * 7919) % 9000);
  return png(1 + (seed % 50), 1 + (seed % 7), size);
}
