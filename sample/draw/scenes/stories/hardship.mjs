// What the pictures of the days before share: a dull light and worn clothes.

import { C, shade } from '../../palette.mjs';
import { grad, rect } from '../../svg.mjs';

/** A grey-brown veil for days before. */
export const dull = (w, h, o = 0.24) => [
  rect(0, 0, w, h, '#6f6a5c', { opacity: o }),
  rect(
    0,
    h * 0.55,
    w,
    h * 0.45,
    grad([
      [0, C.ink, 0],
      [1, C.ink, 0.22],
    ]),
  ),
];

export const worn = (l, c) => ({
  ...l,
  kameez: c,
  shalwar: shade(c, 0.08),
  trim: undefined,
  plaits: l.plaits && '#8a6a4a',
});
