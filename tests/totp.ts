// An authenticator app: the codes that it shows for the key that people type into it (RFC 6238).
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;

/** The code of a key, so many steps from now. Spaces in the key do not matter. */
export function codeOf(key: string, steps = 0): string {
  const bits = [...key.replaceAll(/\s/g, '')]
    .map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / stepSeconds) + steps));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The oldest code that is still good is not given when its time ends this soon: it would be late. */
const onItsWaySeconds = 5;

/**
 * Codes of a key that are good one after the other without waiting: each is used once and only forwards, and a clock may be one
 * step off either way, so there are three before time has to pass.
 */
export function codesOf(key: string): () => Promise<string> {
  let last = 0;
  return async () => {
    for (;;) {
      const now = Date.now() / 1000 / stepSeconds;
      const here = Math.floor(now);
      const next = Math.max(last + 1, here - 1);
      const inTime = next >= here || (here + 1 - now) * stepSeconds > onItsWaySeconds;
      if (inTime && next <= here + 1) {
        last = next;
        return codeOf(key, next - here);
      }
      await new Promise(done => setTimeout(done, 500));
    }
  };
}
