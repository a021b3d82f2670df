// Cloth as figures wear it: its light and its folds.

import { shade, tint } from '../palette.mjs';
import { grad, line } from '../svg.mjs';

export const cloth = (c, f, deep = 0.2) =>
  f > 0
    ? grad(
        [
          [0, tint(c, 0.16)],
          [0.45, c],
          [1, shade(c, deep)],
        ],
        0,
        0,
        1,
        0,
      )
    : grad(
        [
          [0, tint(c, 0.16)],
          [0.45, c],
          [1, shade(c, deep)],
        ],
        1,
        0,
        0,
        0,
      );

export const foldLines = (d, c, o = 0.4) => line(d, shade(c, 0.35), 1, { opacity: o });
