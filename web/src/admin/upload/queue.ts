// Many files on their way: sent one after another in the order chosen, each stored as it lands, each with its own failure
// and its own retry. Sending one at a time costs little on a phone's connection, and means that closing the tab loses only
// the files that had not landed yet.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { buckets } from '../../schema.gen';
import { errorMessage } from '../api/errors';
import { useWorking } from '../edit/open-editors';
import { dropPreview, lendPreview, previewOf, returnPreview } from '../shell/local-previews';
import { UnusableFile } from './prepare';
import { Cancelled, type Sending, sendFile } from './send';
import { noteUnfinished, type Unfinished } from './unfinished';

export type QueueState = 'waiting' | 'sending' | 'storing' | 'done' | 'failed';

export interface QueueItem {
  id: number;
  name: string;
  /** What the file looks like, as an address for an img element. */
  preview: string;
  /** From 0 to 1; undefined until the first bytes are sent. */
  progress: number | undefined;
  state: QueueState;
  /** Why it failed, in words for people. */
  message?: string;
  /** Whether sending the file failed, or storing what had landed. */
  failedAt?: 'sending' | 'storing';
  /** Trying again cannot help: it takes another file. */
  final?: boolean;
}

/** Called when nothing is on its way any more, with what became of the files since the last time. */
export type OnSettled = (result: { done: QueueItem[]; failed: QueueItem[] }) => void;

export interface QueueOptions {
  folder: string;
  bucket?: keyof typeof buckets;
  /** Makes the row for a file that has landed. Called in the order chosen, one at a time; may reject. */
  store(url: string, file: File, order: number): Promise<unknown>;
  onSettled?: OnSettled;
  /** Names who uploads and the list or field, for the next visit to say what a closed tab has left undone. */
  place: string;
}

type Send = (file: File, sending: Sending) => Promise<string>;

interface Entry {
  item: QueueItem;
  file: File;
  /** Its place among everything ever added to this queue. */
  order: number;
  stop: AbortController;
  /** Where it landed: a retry then only stores it. */
  url?: string;
}

const isUnderWay = ({ item }: Entry) =>
  item.state === 'waiting' || item.state === 'sending' || item.state === 'storing';

let ids = 0;

export class UploadQueue {
  private entries: Entry[] = [];
  private items: readonly QueueItem[] = [];
  private listeners = new Set<() => void>();
  private running = false;
  private storing: Promise<void> = Promise.resolve();
  private chosen = 0;
  /** Files whose end `onSettled` has been told of. */
  private reported = new Set<number>();
  /** How many have been chosen since the list was last empty. */
  private total = 0;
  private noted = '';
  /** Addresses whose previews are shown until the stored pictures are there. */
  private lent: string[] = [];

  constructor(
    private readonly send: Send,
    private readonly options: () => Pick<QueueOptions, 'store' | 'onSettled'>,
    /** Told what has not landed yet, whenever that changes. */
    private readonly onUnfinished: (unfinished: Unfinished) => void = () => undefined,
  ) {}

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  snapshot = () => this.items;

  add = (files: readonly File[]) => {
    for (const file of files) {
      ids += 1;
      const item: QueueItem = {
        id: ids,
        name: file.name,
        preview: URL.createObjectURL(file),
        progress: undefined,
        state: 'waiting',
      };
      this.entries.push({ item, file, order: this.chosen, stop: new AbortController() });
      this.chosen += 1;
      this.total += 1;
    }
    this.publish();
    this.run();
  };

  retry = (id: number) => {
    const entry = this.entries.find(one => one.item.id === id);
    if (entry?.item.state !== 'failed' || entry.item.final) return;
    this.reported.delete(id);
    this.update(entry, { state: 'waiting', progress: undefined, message: undefined, failedAt: undefined });
    this.run();
  };

  retryAll = () => {
    for (const { item } of this.entries) this.retry(item.id);
  };

  /** Takes a file off the list; one that is on its way is stopped first. */
  dismiss = (id: number) => {
    const entry = this.entries.find(one => one.item.id === id);
    if (!entry) return;
    entry.stop.abort();
    this.drop(one => one === entry);
    this.settle();
  };

  /** The screen is left: what is on its way has nowhere to go any more. */
  close() {
    for (const { stop, url } of this.entries) {
      stop.abort();
      if (url) this.lent.push(url);
    }
    this.drop(() => true);
    for (const url of this.lent) dropPreview(url);
  }

  private async run() {
    if (this.running) return;
    this.running = true;
    for (let next = this.next(); next; next = this.next()) await this.advance(next);
    this.running = false;
    await this.storing;
    this.settle();
  }

  private next() {
    return this.entries.find(({ item }) => item.state === 'waiting');
  }

  private async advance(entry: Entry) {
    if (entry.url === undefined) {
      this.update(entry, { state: 'sending' });
      const onProgress = (progress: number) => this.update(entry, { progress });
      try {
        entry.url = await this.send(entry.file, { signal: entry.stop.signal, onProgress });
      } catch (error) {
        if (entry.stop.signal.aborted || error instanceof Cancelled) this.drop(one => one === entry);
        else this.fail(entry, error, 'sending');
        return;
      }
      if (entry.stop.signal.aborted) return;
    }
    this.update(entry, { state: 'storing', progress: 1 });
    // The next file is sent while this one is stored, but no two are stored at once: their order is what was chosen.
    this.storing = this.storing.then(() => this.store(entry));
  }

  private async store(entry: Entry) {
    const { url = '' } = entry;
    // What is stored shows at once what was chosen, rather than nothing until the picture has come back.
    lendPreview(url, entry.item.preview);
    try {
      await this.options().store(url, entry.file, entry.order);
      this.lent.push(url);
      this.update(entry, { state: 'done' });
    } catch (error) {
      returnPreview(url);
      this.fail(entry, error, 'storing');
    }
  }

  private fail(entry: Entry, error: unknown, failedAt: 'sending' | 'storing') {
    const final = error instanceof UnusableFile;
    this.update(entry, { state: 'failed', message: errorMessage(error), failedAt, final });
  }

  private settle() {
    if (this.running || this.entries.some(isUnderWay)) return;
    const ended = this.entries.filter(({ item }) => !this.reported.has(item.id)).map(({ item }) => item);
    for (const { id } of ended) this.reported.add(id);
    const done = ended.filter(({ state }) => state === 'done');
    const failed = ended.filter(({ state }) => state === 'failed');
    this.drop(({ item }) => item.state === 'done');
    if (ended.length > 0) this.options().onSettled?.({ done, failed });
  }

  private drop(gone: (entry: Entry) => boolean) {
    for (const entry of this.entries.filter(gone)) {
      // What is lent is freed by those who show it.
      if (previewOf(entry.url ?? '') !== entry.item.preview) URL.revokeObjectURL(entry.item.preview);
      this.reported.delete(entry.item.id);
    }
    this.entries = this.entries.filter(entry => !gone(entry));
    this.publish();
  }

  private update(entry: Entry, part: Partial<QueueItem>) {
    entry.item = { ...entry.item, ...part };
    this.publish();
  }

  private publish() {
    this.items = this.entries.map(({ item }) => item);
    this.note();
    for (const listener of this.listeners) listener();
  }

  /** A file that can never be uploaded is nobody's loss. */
  private note() {
    if (this.entries.length === 0) this.total = 0;
    const open = this.entries.filter(({ item }) => item.state !== 'done' && !item.final);
    const files = open.map(({ item, url }) => (url ? { name: item.name, url } : { name: item.name }));
    const unfinished = { total: this.total, files };
    const text = JSON.stringify(unfinished);
    if (text === this.noted) return; // how far a file is, is told many times
    this.noted = text;
    this.onUnfinished(unfinished);
  }
}

export function useUploadQueue(options: QueueOptions) {
  const latest = useRef(options);
  latest.current = options;
  const made = useRef<UploadQueue>(undefined);
  made.current ??= new UploadQueue(
    (file, sending) => sendFile(latest.current.folder, file, sending, latest.current.bucket),
    () => latest.current,
    unfinished => noteUnfinished(latest.current.place, unfinished),
  );
  const queue = made.current;
  useEffect(() => () => queue.close(), [queue]);
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);
  useWorking(items.some(item => item.state !== 'done' && item.state !== 'failed'));
  const { add, retry, retryAll, dismiss } = queue;
  return { items, add, retry, retryAll, dismiss };
}
