// For care: the wheelchair, the bed, the drip and medicines.

import { C, mix, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, grad, line, path, radial, rect, times } from '../svg.mjs';
import { across } from './sheen.mjs';

export const wheelchair = (x, y, s, f = 1, c = C.emerald) =>
  at(
    x,
    y,
    s * f,
    [
      ellipse(
        6,
        0,
        56,
        8,
        radial([
          [0, C.ink, 0.34],
          [1, C.ink, 0],
        ]),
      ),
      line('M-26-96V-46H34L44-14H58', '#59665f', 5),
      rect(-30, -98, 12, 50, c, { rx: 5 }),
      rect(-26, -56, 62, 11, shade(c, 0.15), { rx: 5 }),
      line('M-30-96L-44-100', '#3d4944', 6),
      line('M-22-72H24', '#59665f', 5),
      circle(-8, -34, 33, 'none', { stroke: '#2d3532', 'stroke-width': 5 }),
      circle(-8, -34, 28, 'none', { stroke: '#a9b4ae', 'stroke-width': 1.6 }),
      times(8, i =>
        line(
          `M-8-34L${-8 + 28 * Math.cos((i * Math.PI) / 4)} ${-34 + 28 * Math.sin((i * Math.PI) / 4)}`,
          '#a9b4ae',
          1.2,
        ),
      ),
      circle(-8, -34, 5, '#59665f'),
      circle(46, -10, 9, 'none', { stroke: '#2d3532', 'stroke-width': 4 }),
      rect(44, -10, 22, 5, '#3d4944', { rx: 2 }),
    ],
    s,
  );

export const drip = (x, y, s) =>
  at(x, y, s, [
    line('M0 0V-190M-16-190H16', '#8d9994', 4),
    line('M-20 0H20', '#8d9994', 6),
    path('M-24-184H-6V-152C-6-144-24-144-24-152Z', '#f6d0c4'),
    path('M-24-168H-6V-152C-6-144-24-144-24-152Z', C.red),
    line('M-15-146C-15-110-30-100-40-84', '#c0564a', 2),
  ]);

export const bed = (x, y, w, { sheet = '#eef2ea', blanket = C.emerald, h = 58 } = {}) => [
  ellipse(
    x + w / 2,
    y,
    w * 0.55,
    13,
    radial([
      [0, C.ink, 0.36],
      [1, C.ink, 0],
    ]),
  ),
  [4, w - 14].map(dx =>
    rect(x + dx, y - h - (dx === 4 ? 52 : 18), 9, h + (dx === 4 ? 52 : 18), across('#9aa8a2')),
  ),
  rect(x, y - h, w, 12, '#7f8d87'),
  rect(
    x + 6,
    y - h - 22,
    w - 14,
    24,
    grad([
      [0, sheet],
      [1, shade(sheet, 0.12)],
    ]),
    { rx: 7 },
  ),
  rect(x + 16, y - h - 38, 70, 22, tint(sheet, 0.5), { rx: 10 }),
  path(
    `M${x + w * 0.42} ${y - h - 28}H${x + w - 8}V${y - h + 26}Q${x + w * 0.7} ${y - h + 34} ${x + w * 0.42} ${y - h + 24}Z`,
    across(blanket),
  ),
  line(`M${x + w * 0.42 + 8} ${y - h - 26}V${y - h + 22}`, tint(blanket, 0.5), 4),
];

export const medicine = (x, y, i, s = 1) =>
  at(
    x,
    y,
    s,
    [
      () => [
        rect(-8, -28, 16, 28, across('#a8652f'), { rx: 3 }),
        rect(-5, -36, 10, 9, C.cream, { rx: 2 }),
        rect(-8, -20, 16, 11, C.cream),
      ],
      () => [
        rect(-14, -18, 28, 18, C.white),
        rect(-14, -18, 28, 6, C.emerald),
        rect(6, -10, 5, 5, C.emerald),
      ],
      () => [
        rect(-9, -24, 18, 24, across('#e9efe8'), { rx: 4 }),
        rect(-10, -30, 20, 8, C.teal, { rx: 2 }),
        rect(-9, -16, 18, 8, mix(C.teal, '#ffffff', 0.5)),
      ],
      () => [rect(-12, -24, 24, 24, C.bone), rect(-12, -24, 24, 8, C.red), circle(0, -7, 4, C.red)],
      () => [rect(-16, -13, 32, 13, C.cream), rect(-16, -13, 10, 13, C.marigold)],
    ][i % 5](),
  );
