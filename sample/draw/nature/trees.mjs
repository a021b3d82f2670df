// Trees of the plain. Each stands on its origin.

import { C, shade, tint } from '../palette.mjs';
import { at, circle, g, grad, line, path, rect, rng, times } from '../svg.mjs';
import { blob, smooth } from './outlines.mjs';

/** A broad shade tree (mango, shisham). */
export const tree = (x, y, s, { color = C.leafDark, seed = 11, trunk = '#6b4630' } = {}) => {
  const r = rng(seed);
  const tufts = times(34, () => {
    const a = r.between(0, 6.28);
    const k = Math.sqrt(r.next()) * 0.9;
    return [Math.cos(a) * 96 * k, -214 + Math.sin(a) * 72 * k];
  });
  return at(x, y, s, [
    path(
      'M-15 0C-9-30-11-70-9-110L-38-170L-30-174L-3-132L4-190L12-190L12-132L40-172L47-168L16-108C14-70 16-30 22 0Z',
      grad(
        [
          [0, tint(trunk, 0.14)],
          [1, shade(trunk, 0.3)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    path(blob(44, -186, 82, 62, seed + 1), shade(color, 0.24)),
    path(blob(-54, -182, 78, 58, seed + 2), shade(color, 0.14)),
    path(blob(4, -236, 98, 70, seed + 3), color),
    path(blob(-40, -206, 56, 36, seed + 4), tint(color, 0.05)),
    path(blob(-26, -258, 58, 36, seed + 5), tint(color, 0.1)),
    path(blob(52, -222, 40, 26, seed + 6), tint(color, 0.04)),
    tufts.map(([a, b], i) =>
      line(`M${a - 6} ${b}q6-7 12 0`, i % 2 ? tint(color, 0.34) : shade(color, 0.35), 2, { opacity: 0.5 }),
    ),
  ]);
};

/** A kikar: the flat-topped acacia of the canal banks. */
export const kikar = (x, y, s, color = '#6f8f4a', seed = 21) =>
  at(x, y, s, [
    line('M0 0C2-40-8-70-4-106M-4-90C-26-120-44-130-60-140M-3-96C18-126 40-134 62-146', '#5a4030', 8),
    path(blob(-52, -150, 62, 19, seed, 0.18), shade(color, 0.18)),
    path(blob(50, -156, 66, 21, seed + 1, 0.18), shade(color, 0.1)),
    path(blob(0, -172, 84, 24, seed + 2, 0.18), color),
    path(blob(-22, -181, 50, 11, seed + 3, 0.2), tint(color, 0.22)),
  ]);

export const poplar = (x, y, s, color = '#4c7c4f') =>
  at(x, y, s, [
    rect(-4, -50, 8, 50, '#6a4a34'),
    path(
      smooth([
        [0, -230],
        [20, -170],
        [25, -100],
        [17, -40],
        [0, -24],
        [-17, -40],
        [-25, -100],
        [-20, -170],
      ]),
      grad(
        [
          [0, tint(color, 0.2)],
          [0.5, color],
          [1, shade(color, 0.25)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    times(9, i =>
      line(`M${-12 + ((i * 7) % 20)} ${-60 - i * 17}q5-10 10-12`, tint(color, 0.3), 2, { opacity: 0.45 }),
    ),
  ]);

export const palm = (x, y, s, color = '#4f8550') =>
  at(x, y, s, [
    path(
      'M-9 0C-5-70-2-140 4-214L14-214C14-140 12-70 13 0Z',
      grad(
        [
          [0, '#a07b52'],
          [1, '#6d4f35'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    times(12, i => line(`M${-7 + i * 0.9} ${-12 - i * 17}q9 5 18-1`, '#5b4029', 1.6, { opacity: 0.6 })),
    [-168, -140, -112, -78, -44, -14, 18, 200].map((deg, i) =>
      g({ transform: `translate(9 -216) rotate(${deg})` }, [
        path('M0 0C30-24 74-26 112 4C74-8 30-6 0 0Z', i % 2 ? color : shade(color, 0.2)),
        line('M4-1C36-16 70-16 104 0', tint(color, 0.3), 1.2, { opacity: 0.6 }),
      ]),
    ),
    circle(3, -206, 8, C.clay),
    circle(14, -202, 8, C.marigold),
    circle(10, -196, 7, shade(C.clay, 0.1)),
  ]);
