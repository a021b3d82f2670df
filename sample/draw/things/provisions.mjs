// What a household is given: boxes, sacks, groceries and blankets.

import { sign } from '../buildings/signs.mjs';
import { star } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, grad, line, path, poly, rect, times } from '../svg.mjs';
import { across } from './sheen.mjs';

export const box = (x, y, w, h, c = '#d4a46a', { tape = true, mark = true } = {}) => [
  rect(x, y - h, w, h, across(c, 0.26)),
  poly(
    [
      [x, y - h],
      [x + 12, y - h - 12],
      [x + w + 6, y - h - 12],
      [x + w, y - h],
    ],
    tint(c, 0.25),
  ),
  tape ? rect(x + w * 0.42, y - h, w * 0.16, h, tint(c, 0.35), { opacity: 0.8 }) : '',
  mark ? sign(x + w * 0.5, y - h * 0.48, Math.min(w, h) * 0.16) : '',
];

/** A sack of flour. */
export const sack = (x, y, s, c = '#efe3c8', mark = C.emerald) =>
  at(x, y, s, [
    path(
      'M-30 0C-40-24-38-58-30-80C-26-88-18-90-12-96C-4-92 6-92 14-96C20-90 26-88 30-80C38-58 40-24 30 0Q0 6-30 0Z',
      across(c),
    ),
    path('M-12-96C-8-104 10-104 14-96C6-92-4-92-12-96Z', shade(c, 0.14)),
    line('M-24-78C-8-72 10-72 24-78', shade(c, 0.32), 1.6),
    line('M-28-10C-24-24-26-40-22-60M26-14C22-30 24-44 20-58', shade(c, 0.25), 1.4, { opacity: 0.6 }),
    star(0, -40, 17, mark),
    star(0, -40, 9, c),
  ]);

/** A bottle of oil, a tin, a packet: one parcel's contents, by index. */
export const grocery = (x, y, i, s = 1) =>
  at(
    x,
    y,
    s,
    [
      () => [
        rect(-10, -40, 20, 40, across('#e9bb3f'), { rx: 5 }),
        rect(-5, -50, 10, 12, C.maroon, { rx: 2 }),
        rect(-10, -28, 20, 15, C.cream),
      ],
      () => [
        rect(-14, -36, 28, 36, across(C.emerald), { rx: 2 }),
        ellipse(0, -36, 14, 4, tint(C.emerald, 0.5)),
        circle(0, -18, 7, C.marigold),
      ],
      () => [
        path('M-15 0L-13-42L13-42L15 0Z', across('#f2e7d0')),
        rect(-13, -46, 26, 6, C.clay),
        path('M-8-12q8-16 16 0Z', C.clay),
      ],
      () => [
        path('M-13 0C-18-12-16-28-9-34H9C16-28 18-12 13 0Z', across('#c7673f')),
        rect(-8, -42, 16, 9, '#7d3a22', { rx: 2 }),
      ],
      () => [rect(-13, -30, 26, 30, across(C.rose), { rx: 3 }), rect(-8, -24, 16, 12, C.cream, { rx: 2 })],
    ][i % 5](),
  );

export const blanket = (x, y, w, n, cs = [C.maroon, C.emerald, C.marigold, C.navy, C.plum]) =>
  times(n, i => [
    rect(
      x - (i % 2) * 4,
      y - (i + 1) * 26,
      w + (i % 2) * 6,
      26,
      grad([
        [0, tint(cs[i % cs.length], 0.18)],
        [1, shade(cs[i % cs.length], 0.2)],
      ]),
      { rx: 12 },
    ),
    rect(x + w * 0.24, y - (i + 1) * 26, 8, 26, tint(cs[i % cs.length], 0.5), { opacity: 0.8 }),
    rect(x + w * 0.66, y - (i + 1) * 26, 8, 26, tint(cs[i % cs.length], 0.5), { opacity: 0.8 }),
    line(`M${x + 12} ${y - i * 26 - 6}h${w - 24}`, shade(cs[i % cs.length], 0.35), 1.4, { opacity: 0.5 }),
  ]);
