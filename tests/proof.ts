// The proof of work that the forms take, made as docs/decisions/0014 describes it and apart from the code of the site.
import { createHash } from 'node:crypto';

export interface Challenge {
  challenge: string;
  puzzles: number;
  bits: number;
}

/** The value of the header `Form-Proof`. */
export function solved({ challenge, puzzles, bits }: Challenge): string {
  const signature = challenge.split('.').at(-1);
  const answers = Array.from({ length: puzzles }, (_, puzzle) => {
    for (let number = 0; ; number++) {
      const digest = createHash('sha256').update(`${signature}.${puzzle}.${number}`).digest();
      if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return number;
    }
  });
  return `${challenge}:${answers}`;
}
