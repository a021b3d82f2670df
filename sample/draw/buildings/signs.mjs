// The signs on walls and vehicles: the foundation's mark, and health without a protected emblem.

import { star } from '../girih.mjs';
import { sprout } from '../marks.mjs';
import { C } from '../palette.mjs';
import { at, circle, line, path } from '../svg.mjs';

/** The foundation's sign, no words: its mark on a cream disc. */
export const sign = (x, y, r) => [
  circle(x, y, r * 1.36, C.emerald),
  circle(x, y, r * 1.25, C.cream),
  star(x, y, r * 1.12, C.emerald),
  sprout(x, y, r * 1.05),
];

/** A health sign without any protected emblem: a heart with a pulse. */
export const heartSign = (x, y, s, c = C.red) =>
  at(x, y, s, [
    path('M0 14C-20 0-18-16-8-16C-3-16 0-12 0-9C0-12 3-16 8-16C18-16 20 0 0 14Z', c),
    line('M-13-3H-6L-3-9L2 4L5-3H13', '#fff8ee', 2.4),
  ]);
