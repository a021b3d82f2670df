// For cooking and eating: the degh and its steam, plates, jugs, glasses and the mat they stand on.

import { girih } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, grad, line, path, poly, times } from '../svg.mjs';
import { across } from './sheen.mjs';

/** The cooking pot for a hundred plates. */
export const degh = (x, y, s, { fire = true, steam: st = true } = {}) =>
  at(x, y, s, [
    fire
      ? [
          path('M-58 0L-44-26H44L58 0Z', '#7a5140'),
          path('M-30-4C-34-18-18-20-20-32C-6-26-8-14 0-8C2-18 12-22 10-32C26-22 22-12 30-4Z', C.marigold),
          path('M-14-4C-14-12-6-14-6-20C2-14 6-10 14-4Z', '#fff0b8'),
        ]
      : '',
    path(
      'M-70-86C-82-52-58-20-34-18H34C58-20 82-52 70-86Z',
      grad(
        [
          [0, '#d9d3c4'],
          [0.4, '#a9a797'],
          [1, '#67695f'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    ellipse(0, -88, 74, 15, '#6f6a5c'),
    ellipse(0, -88, 64, 11, '#d9952f'),
    times(9, i =>
      ellipse(-46 + i * 11.5, -89 + ((i * 5) % 7) - 3, 7, 3, ['#f3d491', '#c96a2e', '#fae7bb'][i % 3]),
    ),
    path('M-70-76C-88-80-90-64-74-62M70-76C88-80 90-64 74-62', 'none', {
      stroke: '#85867a',
      'stroke-width': 6,
    }),
    st ? steam(0, -104, 1.2) : '',
  ]);

export const steam = (x, y, s = 1, o = 0.5) =>
  at(
    x,
    y,
    s,
    [-24, 2, 26].map((dx, i) =>
      line(`M${dx} 0c-14-18 14-28 0-${48 + i * 8}s10-24 2-36`, '#fffaf0', 6, { opacity: o - i * 0.08 }),
    ),
  );

export const plate = (x, y, s, food = 0) =>
  at(x, y, s, [
    ellipse(0, 3, 30, 9, C.ink, { opacity: 0.16 }),
    ellipse(0, 0, 30, 10, '#f6f2e6'),
    ellipse(0, 0, 22, 6.6, '#e2dccb'),
    [
      () => [ellipse(-3, -3, 15, 6, '#f0cf85'), ellipse(3, -5, 7, 3.4, '#b5602f'), circle(-9, -4, 2, C.leaf)],
      () => [
        ellipse(0, -2, 17, 5, '#d8a45c'),
        ellipse(0, -4.4, 16, 4.6, '#e7bd7a'),
        circle(-5, -5, 1.6, '#a86c35'),
        circle(5, -4.6, 1.8, '#a86c35'),
      ],
      () => [ellipse(0, -2, 16, 5, '#a4632b'), ellipse(-3, -3, 8, 2.6, '#c98439')],
      () =>
        times(6, i => ellipse(-11 + i * 4.4, -2 - (i % 2) * 2.4, 3.6, 2.4, i % 2 ? '#6b3320' : '#8a4527')),
    ][food % 4](),
  ]);

export const jug = (x, y, s, c = C.teal) =>
  at(x, y, s, [
    path('M-14 0C-22-16-16-34-10-44H10C16-34 22-16 14 0Z', across(c)),
    path('M14-34C28-34 28-14 15-12', 'none', { stroke: shade(c, 0.2), 'stroke-width': 4 }),
    path('M-10-44L-16-50H8L10-44Z', tint(c, 0.2)),
  ]);
export const glass = (x, y, s = 1, c = '#dff0ea') =>
  at(x, y, s, [
    path('M-6 0L-8-20H8L6 0Z', c, { opacity: 0.85 }),
    path('M-6.2-2L-7.4-13H7.4L6.2-2Z', '#d77b62', { opacity: c === '#dff0ea' ? 0 : 0.9 }),
  ]);

export const clothMat = (pts, c, o = 0.5) => [
  poly(pts, c),
  poly(pts, girih(tint(c, 0.55), { size: 44, width: 1.4, opacity: o })),
  poly(pts, 'none', { stroke: tint(c, 0.5), 'stroke-width': 4 }),
];
