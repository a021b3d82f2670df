// The paint of round things: lit from the left, darker to the right.

import { shade, tint } from '../palette.mjs';
import { grad } from '../svg.mjs';

export const across = (c, d = 0.22) =>
  grad(
    [
      [0, tint(c, 0.18)],
      [0.45, c],
      [1, shade(c, d)],
    ],
    0,
    0,
    1,
    0,
  );
