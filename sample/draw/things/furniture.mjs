// Tables, seats and the charpai. Each stands on its origin.

import { girih } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, ellipse, grad, line, path, poly, radial, rect, times } from '../svg.mjs';
import { across } from './sheen.mjs';

export const table = (x, y, w, h, { cloth, top = C.wood, pattern = true, drop } = {}) =>
  cloth
    ? [
        ellipse(
          x + w / 2,
          y + 2,
          w * 0.56,
          14,
          radial([
            [0, C.ink, 0.34],
            [1, C.ink, 0],
          ]),
        ),
        path(
          `M${x - 6} ${y - h}L${x - 12} ${y - (drop ?? 6)}Q${x + w / 2} ${y - (drop ?? 6) + 7} ${x + w + 12} ${y - (drop ?? 6)}L${x + w + 6} ${y - h}Z`,
          grad([
            [0, cloth],
            [1, shade(cloth, 0.2)],
          ]),
        ),
        pattern
          ? path(
              `M${x - 6} ${y - h}L${x - 12} ${y - (drop ?? 6)}Q${x + w / 2} ${y - (drop ?? 6) + 7} ${x + w + 12} ${y - (drop ?? 6)}L${x + w + 6} ${y - h}Z`,
              girih(tint(cloth, 0.5), { size: 46, width: 1.2, opacity: 0.35 }),
            )
          : '',
        times(Math.round(w / 70), i =>
          line(`M${x + 30 + i * 70} ${y - h + 16}q-6 ${h * 0.4} 2 ${h * 0.8}`, shade(cloth, 0.3), 2, {
            opacity: 0.35,
          }),
        ),
        rect(x - 12, y - h - 12, w + 24, 16, tint(cloth, 0.22), { rx: 5 }),
      ]
    : [
        [0.05, 0.92].map(t => rect(x + w * t, y - h, 12, h, across(shade(top, 0.15)))),
        rect(
          x - 8,
          y - h - 14,
          w + 16,
          18,
          grad([
            [0, tint(top, 0.2)],
            [1, shade(top, 0.2)],
          ]),
          { rx: 3 },
        ),
        rect(x + 10, y - h + 4, w - 20, 20, shade(top, 0.22)),
      ];

/** A plain chair, seat at 54 units when s=1, made to sit under a figure of the same size. */
export const chair = (x, y, s = 1, f = 1, c = C.wood) =>
  at(
    x,
    y,
    s * f,
    [
      ellipse(
        6,
        0,
        46,
        7,
        radial([
          [0, C.ink, 0.34],
          [1, C.ink, 0],
        ]),
      ),
      line('M-24-2L-21-40M28-2L26-40', shade(c, 0.3), 6),
      line('M-20-4L-24-112M34-4L32-42', c, 6.5),
      line('M-24-108L-23-70M-24-106C-18-108-14-108-12-106L-10-42', shade(c, 0.12), 6),
      rect(-26, -46, 66, 10, tint(c, 0.15), { rx: 4 }),
    ],
    s,
  );

export const stool = (x, y, s = 1, c = C.wood) =>
  at(x, y, s, [
    line('M-16-2L-13-40M20-2L17-40', shade(c, 0.2), 6),
    rect(-24, -46, 52, 10, tint(c, 0.12), { rx: 4 }),
  ]);

export const bench = (x, y, w, h = 46, c = C.wood) => [
  ellipse(
    x + w / 2,
    y,
    w * 0.55,
    9,
    radial([
      [0, C.ink, 0.3],
      [1, C.ink, 0],
    ]),
  ),
  [0.06, 0.9].map(t => rect(x + w * t, y - h, 12, h, shade(c, 0.28))),
  rect(
    x,
    y - h - 8,
    w,
    14,
    grad([
      [0, tint(c, 0.25)],
      [1, c],
    ]),
    { rx: 4 },
  ),
];

/** A charpai: the woven rope bed. */
export const charpai = (x, y, w, { h = 44, c = C.wood, rope = '#e9d6ad', sheet } = {}) => [
  ellipse(
    x + w / 2,
    y + 2,
    w * 0.54,
    14,
    radial([
      [0, C.ink, 0.34],
      [1, C.ink, 0],
    ]),
  ),
  [
    [18, -26],
    [w - 30, -26],
  ].map(([dx, dy]) => rect(x + dx, y + dy - h, 11, h, shade(c, 0.34))),
  poly(
    [
      [x, y - h],
      [x + 26, y - h - 28],
      [x + w - 16, y - h - 28],
      [x + w, y - h],
    ],
    rope,
  ),
  times(Math.round(w / 16), i =>
    line(`M${x + 6 + i * 16} ${y - h}l22-28`, shade(rope, 0.25), 1.6, { opacity: 0.7 }),
  ),
  sheet
    ? poly(
        [
          [x + 4, y - h - 3],
          [x + 28, y - h - 31],
          [x + w - 18, y - h - 31],
          [x + w - 4, y - h - 3],
        ],
        sheet,
      )
    : '',
  rect(
    x - 2,
    y - h - 4,
    w + 4,
    11,
    grad([
      [0, tint(c, 0.2)],
      [1, shade(c, 0.15)],
    ]),
    { rx: 5 },
  ),
  [0, w - 13].map(dx => rect(x + dx, y - h - 10, 13, h + 10, across(c), { rx: 4 })),
];
