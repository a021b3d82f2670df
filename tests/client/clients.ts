// A server for a test file, and the official client in its two roles.

import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import WebSocket from 'ws';
import { documents, type PageKey } from '../../web/src/schema.gen.ts';
import { type Environment, type Running, start } from '../server.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are checked by the tests, not by types
export type Schema = { __InternalSupabase: { PostgrestVersion: '14' }; public: any };
export type Client = SupabaseClient<Schema>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server said
  json: any;
}

export interface Site extends Running {
  visitor: Client;
  staff: Client;
  /** The signed-in staff member's access token. */
  token: string;
  /** A client of its own, signed out. */
  client(key?: string): Client;
  /** A new staff account. */
  account(): Promise<{ email: string; password: string }>;
  /** A new client, signed in; to the first account unless another is given. */
  signedIn(as?: { email: string; password: string }): Promise<Client>;
  /** A bare request with the public key, as the client would send it, plus or minus what `init` says. */
  ask(path: string, init?: RequestInit): Promise<Answer>;
}

export function connect(url: string, key: string): Client {
  return createClient<Schema>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own; the client insists on one even where it is not used.
    realtime: { transport: WebSocket as never },
  });
}

/** Declares a server for the tests of this file. Its members are there once the tests run. */
export function serve(settings: Environment = {}): Site {
  const site = {} as Site;
  beforeAll(async () => {
    const running = await start(settings);
    Object.defineProperties(site, Object.getOwnPropertyDescriptors(running));
    site.client = (key = site.anonKey) => connect(site.url, key);
    site.account = async () => {
      const account = { email: `${unique('member')}@umeed.test`, password: `pw-${randomUUID()}` };
      const { code, stderr } = await site.command(['staff', 'add', account.email], `${account.password}\n`);
      if (code !== 0) throw new Error(`staff add failed: ${stderr}`);
      return account;
    };
    site.signedIn = async (as = { email: site.email, password: site.password }) => {
      const client = site.client();
      const { error } = await client.auth.signInWithPassword(as);
      if (error) throw error;
      return client;
    };
    site.ask = async (path, init = {}) => {
      const headers = new Headers({ apikey: site.anonKey, authorization: `Bearer ${site.anonKey}` });
      for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
      return read(await fetch(site.url + path, { ...init, headers }));
    };
    site.visitor = site.client();
    site.staff = await site.signedIn();
    site.token = await tokenOf(site.staff);
  });
  afterAll(() => site.stop?.());
  return site;
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export async function tokenOf(client: Client): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('not signed in');
  return data.session.access_token;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const json = { 'content-type': 'application/json' };

/** A word that no other test uses. */
export function unique(prefix = 'x'): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}

/** The data of an answer that must be a success. */
export function ok<T>(answer: { data: T; error: unknown }): NonNullable<T> {
  if (answer.error) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  if (answer.data === null || answer.data === undefined) throw new Error('no data');
  return answer.data;
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/;

/** Every document that is declared. */
export const PAGE_KEYS = Object.keys(documents) as PageKey[];
