import { beforeEach, expect, test, vi } from 'vitest';
import type { Sending } from './send';

vi.mock('./send', () => ({ Cancelled: class Cancelled extends Error {}, sendFile: vi.fn() }));
vi.mock('../api/errors', () => ({ errorMessage: (error: Error) => error.message }));

const { UploadQueue } = await import('./queue');
const { UnusableFile } = await import('./prepare');
const { dropPreview, previewOf } = await import('../shell/local-previews');

const freed = vi.fn();

beforeEach(() => {
  vi.stubGlobal('URL', { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: freed });
  freed.mockClear();
});

const files = (...names: string[]) => names.map(name => new File(['x'], name));
const idle = () => new Promise(resolve => setTimeout(resolve, 5));

function queue(
  send: (file: File, sending: Sending) => Promise<string>,
  store: (url: string, file: File, order: number) => Promise<unknown> = async () => undefined,
) {
  const settled: string[] = [];
  const unfinished: string[] = [];
  const made = new UploadQueue(
    send,
    () => ({
      store,
      onSettled: ({ done, failed }) =>
        void settled.push(`${done.map(one => one.name)}|${failed.map(one => `${one.name}: ${one.message}`)}`),
    }),
    ({ total, files }) => void unfinished.push(`${files.map(one => one.name + (one.url ?? ''))} of ${total}`),
  );
  return { made, settled, unfinished };
}

test('each file is stored as it lands, in the order chosen, while the next is on its way', async () => {
  const events: string[] = [];
  let release: () => void = () => undefined;
  const { made, settled } = queue(
    async file => {
      events.push(`send ${file.name}`);
      if (file.name === 'c') await new Promise<void>(done => (release = done));
      return `/${file.name}`;
    },
    async (url, _, order) => void events.push(`store ${url} ${order}`),
  );
  made.add(files('a', 'b', 'c'));
  await idle();
  expect(events.filter(event => event.startsWith('send'))).toEqual(['send a', 'send b', 'send c']);
  expect(events.filter(event => event.startsWith('store'))).toEqual(['store /a 0', 'store /b 1']);
  expect(made.snapshot().map(({ state }) => state)).toEqual(['done', 'done', 'sending']);
  expect(settled).toEqual([]);
  release();
  await idle();
  expect(events.at(-1)).toBe('store /c 2');
  expect(settled).toEqual(['a,b,c|']);
  expect(made.snapshot()).toEqual([]);
});

test('every failure keeps its name and words, the others go on, and each can be tried again', async () => {
  let broken = true;
  const { made, settled } = queue(async file => {
    if (broken && file.name !== 'b') throw new Error(`no ${file.name}`);
    return `/${file.name}`;
  });
  made.add(files('a.heic', 'b', 'c'));
  await idle();
  expect(settled).toEqual(['b|a.heic: no a.heic,c: no c']);
  expect(made.snapshot().map(({ name, state }) => [name, state])).toEqual([
    ['a.heic', 'failed'],
    ['c', 'failed'],
  ]);
  broken = false;
  for (const { id } of made.snapshot()) made.retry(id);
  await idle();
  expect(settled.slice(1).join()).toContain('a.heic');
  expect(made.snapshot()).toEqual([]);
});

test('all that failed can be tried again at once, in the order chosen', async () => {
  let broken = true;
  const sent: string[] = [];
  const { made, settled } = queue(async file => {
    if (broken) throw new Error('no connection');
    sent.push(file.name);
    return `/${file.name}`;
  });
  made.add(files('a', 'b', 'c'));
  await idle();
  broken = false;
  made.retryAll();
  await idle();
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(settled.at(-1)).toBe('a,b,c|');
  expect(made.snapshot()).toEqual([]);
});

test('a file that landed but could not be stored is not sent twice', async () => {
  const sent: string[] = [];
  let broken = true;
  const stored: number[] = [];
  const { made } = queue(
    async file => {
      sent.push(file.name);
      return '/a';
    },
    async (_url, _file, order) => {
      if (broken) throw new Error('database');
      stored.push(order);
    },
  );
  made.add(files('a'));
  await idle();
  expect(made.snapshot()[0]).toMatchObject({ state: 'failed', failedAt: 'storing', message: 'database' });
  broken = false;
  made.retry(made.snapshot()[0]?.id ?? 0);
  await idle();
  expect(sent).toEqual(['a']);
  expect(stored).toEqual([0]);
});

test('dismissing stops a file on its way and takes a failed one off the list', async () => {
  const { made, settled } = queue(
    (_, { signal }) =>
      new Promise((_done, failed) => signal.addEventListener('abort', () => failed(new Error('aborted')))),
  );
  made.add(files('a', 'b'));
  await idle();
  made.dismiss(made.snapshot()[0]?.id ?? 0);
  await idle();
  expect(made.snapshot().map(({ name, state }) => [name, state])).toEqual([['b', 'sending']]);
  made.dismiss(made.snapshot()[0]?.id ?? 0);
  await idle();
  expect(made.snapshot()).toEqual([]);
  expect(settled).toEqual([]);
});

test('choosing no file does nothing', async () => {
  const { made, settled } = queue(async () => '/a');
  made.add([]);
  await idle();
  expect(made.snapshot()).toEqual([]);
  expect(settled).toEqual([]);
});

test('what was chosen is shown for what is stored, until that has loaded or the screen is left', async () => {
  const seen: (string | undefined)[] = [];
  const { made } = queue(
    async file => `/${file.name}`,
    async url => void seen.push(previewOf(url)),
  );
  made.add(files('first', 'second'));
  await idle();
  expect(seen).toEqual(['blob:first', 'blob:second']);
  expect(freed).not.toHaveBeenCalled();
  dropPreview('/first');
  expect(freed.mock.calls).toEqual([['blob:first']]);
  made.close();
  expect(freed.mock.calls).toEqual([['blob:first'], ['blob:second']]);
  expect(previewOf('/second')).toBeUndefined();
});

test('a file that can never be uploaded is not tried again', async () => {
  let tries = 0;
  const { made } = queue(async () => {
    tries += 1;
    throw new UnusableFile('HEIC');
  });
  made.add(files('a.heic'));
  await idle();
  expect(made.snapshot()[0]).toMatchObject({ state: 'failed', final: true });
  made.retryAll();
  await idle();
  expect(tries).toBe(1);
});

test('what has not landed is noted at every step, with its address once its bytes are there', async () => {
  const { made, unfinished } = queue(async file => {
    if (file.name === 'c') throw new UnusableFile('no picture');
    return `/${file.name}`;
  });
  made.add(files('a', 'b', 'c'));
  await idle();
  expect(unfinished).toContain('a,b,c of 3');
  expect(unfinished).toContain('a/a,b,c of 3');
  // Nobody has lost what is no picture.
  expect(unfinished.at(-1)).toBe(' of 3');
  made.dismiss(made.snapshot()[0]?.id ?? 0);
  expect(unfinished.at(-1)).toBe(' of 0');
});
