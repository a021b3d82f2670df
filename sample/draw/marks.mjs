// The foundation's mark: a girih star that holds a sprouting leaf, which is also a small flame. Reads at 16 px.

import { starPoints } from './girih.mjs';
import { C } from './palette.mjs';
import { at, line, path, poly } from './svg.mjs';

const ring = (r, fill) =>
  poly(starPoints(32, 32, r), fill, { 'stroke-linejoin': 'round', stroke: fill, 'stroke-width': 2 });
const flame =
  'M32 41C25 36 23 29 26.4 22.6C28 19.6 31 16.6 32 11.6C33 16.6 36 19.6 37.6 22.6C41 29 39 36 32 41Z';
const leaves =
  'M32 49C22 50 15.4 44 14.6 32.6C24.4 33 31.4 38.6 32 49ZM32 49C42 50 48.6 44 49.4 32.6C39.6 33 32.6 38.6 32 49Z';

/** The sprout alone, centred on (x, y), to sit on a star of radius `r`. */
export const sprout = (x, y, r, leafColor = C.cream, flameColor = C.marigold) =>
  at(x - (32 * r) / 28, y - (32 * r) / 28, r / 28, [
    path(leaves, leafColor),
    path(flame, flameColor),
    line('M32 53V46', leafColor, 2.4),
  ]);

export const logo = () => [
  ring(30, C.emerald),
  poly(starPoints(32, 32, 26), 'none', {
    stroke: C.marigold,
    'stroke-width': 1.3,
    'stroke-linejoin': 'round',
  }),
  path(leaves, C.cream),
  path(flame, C.marigold),
  line('M32 53V46', C.cream, 2.4),
];

export const favicon = () => [
  ring(30, C.emerald),
  path(leaves, C.cream),
  path(flame, C.marigold),
  line('M32 55V46', C.cream, 3),
];
