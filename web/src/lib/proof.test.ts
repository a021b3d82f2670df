import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestStart, solve } from './proof';

const digest = (text: string) => createHash('sha256').update(text).digest().readInt32BE(0);

test('the digest is SHA-256, for every length that is asked for', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'sZ0._-'.repeat(10).slice(0, length);
    expect(digestStart(text), text).toBe(digest(text));
  }
});

test('every puzzle is solved as the server checks it', async () => {
  const proof = await solve({ challenge: 'volunteers.1.8.nonce.signature', puzzles: 16, bits: 8 });
  const [challenge, answers = ''] = proof.split(':');
  expect(challenge).toBe('volunteers.1.8.nonce.signature');
  expect(answers.split(',')).toHaveLength(16);
  for (const [puzzle, answer] of answers.split(',').entries())
    expect(digest(`signature.${puzzle}.${answer}`) >>> 24).toBe(0);
});
