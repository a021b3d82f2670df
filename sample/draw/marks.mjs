// The foundation's mark: a girih star that holds a sprouting leaf, which is also a small flame. Reads at 16 px.

import { C } from './palette.mjs';
import { starPoints } from './girih.mjs';
import { circle, line, path, poly } from './svg.mjs';

const ring = (r, fill) => poly(starPoints(32, 32, r), fill, { 'stroke-linejoin': 'round', stroke: fill, 'stroke-width': 2 });
const leaf = 'M32 47C20 42 17 31 22.5 23.5C25.5 19.5 30 17 32 12C34 17 38.5 19.5 41.5 23.5C47 31 44 42 32 47Z';

export const logo = () => [
  ring(30, C.emerald),
  poly(starPoints(32, 32, 25.6), 'none', { stroke: C.marigold, 'stroke-width': 1.6, 'stroke-linejoin': 'round' }),
  path(leaf, C.marigold),
  path('M32 47C27 42 26 35 29 30C30.4 27.8 31.6 26 32 23.4C32.4 26 33.6 27.8 35 30C38 35 37 42 32 47Z', C.cream),
  line('M32 52V36', C.emerald, 2.2),
];

export const favicon = () => [ring(30, C.emerald), path(leaf, C.marigold), line('M32 52V30', C.emerald, 3.4), circle(32, 53, 0.1, C.emerald)];
