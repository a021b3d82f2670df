// biome-ignore-all lint/style/noNonNullAssertion: the arrays have a fixed length.
// Proof of work for the forms, in a part of its own that is loaded when a visitor first goes into one. It works in small
// slices while they type, and never asks them anything. Where it fails, the form is sent without.

/** The primes' roots that SHA-256 begins with, as whole numbers. */
function roots(count: number, root: number): Int32Array {
  const found = new Int32Array(count);
  for (let number = 2, index = 0; index < count; number++) {
    let prime = true;
    for (let by = 2; by * by <= number; by++) prime &&= number % by > 0;
    if (prime) found[index++] = (number ** (1 / root) % 1) * 2 ** 32;
  }
  return found;
}

const start = roots(8, 2);
const steps = roots(64, 3);
const words = new Int32Array(64);

/** The first 32 bits of the SHA-256 of a text of at most 55 letters, all ASCII. */
export function digestStart(text: string): number {
  const w = words;
  const length = text.length;
  w.fill(0, 0, 16);
  for (let at = 0; at < length; at++) w[at >> 2]! |= text.charCodeAt(at) << (24 - (at & 3) * 8);
  w[length >> 2]! |= 128 << (24 - (length & 3) * 8);
  w[15] = length * 8;
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    w[t] =
      (w[t - 16]! +
        (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
        w[t - 7]! +
        (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))) |
      0;
  }
  let a = start[0]!;
  let b = start[1]!;
  let c = start[2]!;
  let d = start[3]!;
  let e = start[4]!;
  let f = start[5]!;
  let g = start[6]!;
  let h = start[7]!;
  for (let t = 0; t < 64; t++) {
    const one =
      (h +
        (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
        ((e & f) ^ (~e & g)) +
        steps[t]! +
        w[t]!) |
      0;
    const two =
      ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
        ((a & b) ^ (a & c) ^ (b & c))) |
      0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + start[0]!) | 0;
}

/** How long the page may stand still at a time, in milliseconds. */
const slice = 8;

export interface Challenge {
  challenge: string;
  puzzles: number;
  bits: number;
}

/** The header's value. Rests after each slice, so that typing goes on. */
export async function solve({ challenge, puzzles, bits }: Challenge): Promise<string> {
  const signature = challenge.slice(challenge.lastIndexOf('.') + 1);
  const answers: number[] = [];
  let until = performance.now() + slice;
  for (let number = 0; answers.length < puzzles; number++) {
    if (digestStart(`${signature}.${answers.length}.${number}`) >>> (32 - bits) === 0) {
      answers.push(number);
      number = -1;
    }
    if (number % 64 === 63 && performance.now() > until) {
      await new Promise(rested => setTimeout(rested));
      until = performance.now() + slice;
    }
  }
  return `${challenge}:${answers}`;
}

/** A proof for this form; undefined where none can be had. */
async function prove(table: string): Promise<string | undefined> {
  const response = await fetch(`/rest/v1/rpc/form_challenge?form=${table}`);
  return response.ok ? solve(await response.json()) : undefined;
}

const begun = new Map<string, Promise<string | undefined>>();

/** Begins a proof, so that it is there when the form is sent. */
export function prepare(table: string): Promise<string | undefined> {
  const proof = begun.get(table) ?? prove(table).catch(() => undefined);
  begun.set(table, proof);
  return proof;
}

/** Nobody waits longer than this for a proof. */
const longest = 15_000;

/** Sends with a proof; once more with a fresh one where it was too old or, in a surge, too easy by now. */
export async function sendProven(
  table: string,
  send: (header?: object) => Promise<Response>,
): Promise<Response> {
  for (let tries = 2; ; tries--) {
    const late = new Promise<undefined>(done => setTimeout(done, longest));
    const proof = await Promise.race([prepare(table), late]);
    begun.delete(table); // good for once
    const response = await send(proof ? { 'Form-Proof': proof } : undefined);
    if (response.status !== 429 || tries === 1 || !proof) return response;
  }
}
