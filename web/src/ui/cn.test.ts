import { expect, test } from 'vitest';
import { cn } from './cn';

test.each([
  ['px-4 py-2', 'px-6', 'py-2 px-6'],
  ['px-4 py-2', 'p-0', 'p-0'],
  ['min-h-12 sm:px-6', 'min-h-11 sm:px-5', 'min-h-11 sm:px-5'],
  ['text-h1 text-ink', 'text-h3', 'text-ink text-h3'],
  ['text-h1 text-ink text-start', 'text-cream', 'text-h1 text-start text-cream'],
  ['font-display font-medium', 'font-semibold', 'font-display font-semibold'],
  ['border border-edge', 'border-danger', 'border border-danger'],
  ['aspect-[4/3] w-full', 'aspect-auto size-14', 'aspect-auto size-14'],
  ['inline-flex', 'hidden lg:inline-flex', 'hidden lg:inline-flex'],
  ['rounded-soft bg-sand', 'rounded-full', 'bg-sand rounded-full'],
  ['-me-2 grid', 'me-0', 'grid me-0'],
  ['girih wrap', 'girih-foot', 'girih wrap girih-foot'],
])('%s, then %s', (own, given, merged) => {
  expect(cn(own, false, undefined, given)).toBe(merged);
});
