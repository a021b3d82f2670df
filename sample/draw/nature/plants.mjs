// Low plants: grass, bushes, saplings and wheat. Each stands on its origin.

import { C, shade, tint } from '../palette.mjs';
import { at, circle, g, line, path, times } from '../svg.mjs';
import { blob } from './outlines.mjs';

export const grass = (x, y, s = 1, color = C.leaf) =>
  at(x, y, s, [
    path(
      'M-12 0C-12-9-16-14-19-17C-11-15-8-8-8 0ZM-5 0C-6-12-4-20-1-26C1-18 1-8 1 0ZM4 0C5-10 10-16 16-19C12-12 10-6 10 0Z',
      color,
    ),
    path('M-1 0C0-8 4-12 7-14C5-8 4-4 4 0Z', tint(color, 0.25)),
  ]);

export const bush = (x, y, s, color = C.leaf, seed = 7) =>
  at(x, y, s, [
    path(blob(0, -22, 44, 26, seed), shade(color, 0.18)),
    path(blob(-12, -28, 30, 20, seed + 1), color),
    path(blob(-20, -34, 16, 10, seed + 2), tint(color, 0.22)),
    times(7, i =>
      circle(-34 + i * 11, -18 - ((i * 7) % 17), 2.6, [C.marigold, C.cream, C.rose][i % 3], {
        opacity: seed % 2 ? 0.9 : 0,
      }),
    ),
  ]);

export const sapling = (x, y, s, color = C.leaf) =>
  at(x, y, s, [
    line('M0 0C1-18-2-34 1-58', '#7a5a3a', 4),
    [
      [0, -58, -8],
      [-1, -44, -58],
      [0, -42, 50],
      [0, -28, -66],
      [1, -26, 62],
      [1, -56, 34],
      [0, -56, -44],
    ].map(([a, b, deg]) =>
      g({ transform: `translate(${a} ${b}) rotate(${deg})` }, [
        path('M0 0C-9-8-9-20 0-30C9-20 9-8 0 0Z', deg < 0 ? tint(color, 0.14) : color),
        line('M0-2V-26', shade(color, 0.3), 1),
      ]),
    ),
  ]);

export const wheat = (x, y, s, n = 9, color = C.wheat) =>
  at(
    x,
    y,
    s,
    times(n, i => {
      const a = (i - n / 2) * 9;
      const h = 62 + ((i * 13) % 22);
      return [
        line(`M${a} 0Q${a + 2} ${-h / 2} ${a + 6} ${-h}`, shade(color, 0.2), 2),
        path(
          `M${a + 6} ${-h + 4}C${a + 1} ${-h - 10} ${a + 4} ${-h - 22} ${a + 9} ${-h - 26}C${a + 13} ${-h - 18} ${a + 12} ${-h - 6} ${a + 6} ${-h + 4}Z`,
          i % 2 ? color : tint(color, 0.25),
        ),
      ];
    }),
  );
