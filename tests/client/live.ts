// Channels for tests: the official client's, and bare sockets for what it would never send.

import type { RealtimeChannel } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Client } from './clients.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever was sent
export type Any = any;

/** What was heard, and a way to wait for the next. */
export class Heard<T = Any> {
  readonly all: T[] = [];
  private waiting: { matches: (one: T) => boolean; done: (one: T) => void }[] = [];

  readonly push = (one: T): void => {
    this.all.push(one);
    this.waiting = this.waiting.filter(({ matches, done }) => {
      if (!matches(one)) return true;
      done(one);
      return false;
    });
  };

  /** The first that matches, heard before or from now on. */
  first(matches: (one: T) => boolean = () => true, ms = 8_000): Promise<T> {
    const there = this.all.find(matches);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((done, failed) => {
      const late = () => failed(new Error(`not heard, but ${JSON.stringify(this.all).slice(0, 2_000)}`));
      const timer = setTimeout(late, ms);
      this.waiting.push({
        matches,
        done: one => {
          clearTimeout(timer);
          done(one);
        },
      });
    });
  }
}

export interface Subscribed {
  channel: RealtimeChannel;
  states: Heard<{ state: string; message: string | undefined }>;
}

/** Subscribes, and waits for this state. */
export async function subscribe(channel: RealtimeChannel, until = 'SUBSCRIBED'): Promise<Subscribed> {
  const states = new Heard<{ state: string; message: string | undefined }>();
  channel.subscribe((state, error) => states.push({ state, message: error?.message }));
  await states.first(({ state }) => state === until);
  return { channel, states };
}

type Filter = { event?: string; schema?: string; table?: string; filter?: string; select?: string[] };

/** What a client hears of changes, once the server says that it will tell them. */
export async function changes(
  client: Client,
  filter: Filter,
  name = `changes-${Math.random()}`,
): Promise<Heard & Subscribed> {
  const heard = new Heard();
  const system = new Heard();
  const channel = client
    .channel(name)
    .on('postgres_changes' as never, { event: '*', schema: 'public', ...filter } as never, heard.push)
    .on('system', {}, system.push);
  const subscribed = await subscribe(channel);
  await system.first(({ extension }) => extension === 'postgres_changes');
  return Object.assign(heard, subscribed);
}

/** A bare socket that speaks one version. */
export class Bare {
  readonly heard = new Heard();
  readonly closed: Promise<number>;
  private constructor(
    readonly socket: WebSocket,
    readonly version: 1 | 2,
  ) {
    this.closed = new Promise(done => socket.once('close', done));
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (isBinary) return this.heard.push({ binary: data });
      const message = JSON.parse(data.toString());
      if (version === 1) return this.heard.push(message);
      const [join_ref, ref, topic, event, payload] = message;
      this.heard.push({ join_ref, ref, topic, event, payload });
    });
  }

  static async open(url: string, version: 1 | 2 = 2, key = '', options: Any = {}): Promise<Bare> {
    const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${version}.0.0`;
    const socket = new WebSocket(address, options);
    const bare = new Bare(socket, version);
    await new Promise((done, failed) => socket.once('open', done).once('error', failed));
    return bare;
  }

  say(topic: string, event: string, payload: unknown, ref = '1', join_ref = '1'): void {
    const message =
      this.version === 1 ? { topic, event, payload, ref, join_ref } : [join_ref, ref, topic, event, payload];
    this.socket.send(JSON.stringify(message));
  }

  /** Says it and waits for the answer. */
  async ask(topic: string, event: string, payload: unknown, ref = String(Math.random())): Promise<Any> {
    this.say(topic, event, payload, ref, event === 'phx_join' ? ref : (null as never));
    return (await this.heard.first(one => one.event === 'phx_reply' && one.ref === ref)).payload;
  }

  join(topic: string, config: unknown = {}, access_token?: string): Promise<Any> {
    return this.ask(topic, 'phx_join', { config, access_token });
  }
}
