// For the garden: a spade and a potted plant.

import { C, shade, tint } from '../palette.mjs';
import { at, g, line, path, rect, turn } from '../svg.mjs';
import { across } from './sheen.mjs';

export const spade = (x, y, s, deg = 0) =>
  at(
    x,
    y,
    s,
    turn(deg, 0, 0, [
      rect(-3, -110, 6, 96, C.wood),
      path('M-16-16H16V8C16 22 6 30 0 34C-6 30-16 22-16 8Z', across('#9aa8a2')),
      rect(-12, -116, 24, 8, C.woodDark, { rx: 3 }),
    ]),
  );
export const pot = (x, y, s, c = C.clay, leaf = C.leaf) =>
  at(x, y, s, [
    [-50, -24, 0, 24, 48].map((deg, i) =>
      g({ transform: `translate(0 -34) rotate(${deg})` }, [
        path('M0 0C-13-18-10-44 0-62C10-44 13-18 0 0Z', i % 2 ? leaf : shade(leaf, 0.18)),
        line('M0-4V-50', tint(leaf, 0.3), 1.4),
      ]),
    ),
    path('M-24-38H24L17 0H-17Z', across(c, 0.3)),
    rect(-27, -44, 54, 10, tint(c, 0.12), { rx: 2 }),
  ]);
