// For special days: lanterns, prizes, certificates, flowers and garlands.

import { star } from '../girih.mjs';
import { C, shade } from '../palette.mjs';
import { at, circle, ellipse, grad, line, path, radial, rect, times } from '../svg.mjs';
import { across } from './sheen.mjs';

export const lantern = (x, y, s) =>
  at(x, y, s, [
    circle(
      0,
      26,
      66,
      radial([
        [0, '#ffd98a', 0.55],
        [1, '#ffd98a', 0],
      ]),
    ),
    line('M0-60V0', '#2b3a33', 2),
    path(
      'M-16 8L0-6L16 8V44L0 56L-16 44Z',
      grad([
        [0, '#fff0b8'],
        [1, '#eda63d'],
      ]),
    ),
    line('M-16 8L0-6L16 8V44L0 56L-16 44ZM-16 8H16M-16 44H16M0-6V56', '#4a3a22', 2.4),
    circle(0, 62, 4, '#4a3a22'),
  ]);

export const ball = (x, y, r) => [
  ellipse(x + 3, y + r, r * 1.3, r * 0.25, C.ink, { opacity: 0.25 }),
  circle(
    x,
    y,
    r,
    radial(
      [
        [0, '#fff'],
        [1, '#d8d2c2'],
      ],
      0.35,
      0.3,
      0.8,
    ),
  ),
  star(x, y, r * 0.5, C.emerald),
];

export const cup = (x, y, s) =>
  at(x, y, s, [
    path('M-20-56H20C20-30 12-22 4-20V-10H14V0H-14V-10H-4V-20C-12-22-20-30-20-56Z', across('#e2a93b', 0.3)),
    path('M-20-50C-36-50-34-30-16-30M20-50C36-50 34-30 16-30', 'none', {
      stroke: '#c98a28',
      'stroke-width': 4,
    }),
    star(0, -42, 9, '#fff3cf'),
  ]);

export const certificate = (x, y, s) =>
  at(x, y, s, [
    rect(-30, -21, 60, 42, '#fffaf0', { stroke: C.marigold, 'stroke-width': 3 }),
    line('M-18-9H18M-14-2H14M-14 5H4', '#b8ab8d', 2),
    star(16, 10, 8, C.emerald),
  ]);

export const flowers = (x, y, s) =>
  at(x, y, s, [
    line('M0 30L-9-4M0 30L0-8M0 30L10-4', C.leafDark, 2.4),
    [
      [-11, -8, C.rose],
      [0, -14, C.marigold],
      [12, -8, C.clay],
      [-4, -3, C.cream],
      [6, -2, C.red],
    ].map(([a, b, c]) => [circle(a, b, 7, c), circle(a, b, 2.4, shade(c, 0.3))]),
    path('M-9 12H9L4 36H-4Z', C.cream),
  ]);

/** A string of marigolds between two points. */
export const garland = (x0, y0, x1, y1, sag = 40, n = 22, r = 7) =>
  times(n, i => {
    const t = i / (n - 1);
    return circle(
      x0 + (x1 - x0) * t,
      y0 + (y1 - y0) * t + sag * 4 * t * (1 - t),
      r,
      i % 3 === 0 ? '#f3c35f' : i % 3 === 1 ? C.marigold : '#d9782f',
    );
  });
