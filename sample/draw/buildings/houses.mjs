// Houses and walls of brick and mud. Each stands on its origin.

import { girih } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { circle, grad, line, path, pattern, rect, times } from '../svg.mjs';
import { arch, door, windowFrame } from './openings.mjs';

/** Brick courses as a paint. */
export const bricks = (c = C.brick, w = 34, h = 15) =>
  pattern(`brick${c}${w}`, w * 2, h * 2, [
    rect(0, 0, w * 2, h * 2, c),
    rect(w, 0, w, h, shade(c, 0.07)),
    rect(w / 2, h, w, h, tint(c, 0.07)),
    line(
      `M0 0H${w * 2}M0 ${h}H${w * 2}M0 0V${h}M${w} 0V${h}M${w / 2} ${h}V${h * 2}M${w * 1.5} ${h}V${h * 2}`,
      tint(c, 0.26),
      1.2,
      { opacity: 0.65 },
    ),
  ]);

/** A verandah of pointed arches on columns: `n` bays. Stands on (x, y). */
export const verandah = (
  x,
  y,
  n,
  bay,
  h,
  { wall = '#f1dfbd', inside = '#b98d63', trim = C.emerald, col = '#fbf1dc', band = true } = {},
) => {
  const w = n * bay;
  return [
    rect(
      x - 14,
      y - h,
      w + 28,
      h,
      grad([
        [0, tint(wall, 0.18)],
        [1, shade(wall, 0.06)],
      ]),
    ),
    times(n, i => [
      path(
        arch(x + i * bay + bay * 0.1, y, bay * 0.8, h * 0.8),
        grad([
          [0, shade(inside, 0.34)],
          [1, inside],
        ]),
      ),
      path(arch(x + i * bay + bay * 0.1, y, bay * 0.8, h * 0.8), 'none', { stroke: trim, 'stroke-width': 4 }),
    ]),
    times(n + 1, i => [
      rect(
        x + i * bay - bay * 0.07,
        y - h * 0.46,
        bay * 0.14,
        h * 0.46,
        grad(
          [
            [0, col],
            [1, shade(col, 0.2)],
          ],
          0,
          0,
          1,
          0,
        ),
      ),
      rect(x + i * bay - bay * 0.1, y - h * 0.48, bay * 0.2, 9, trim),
      rect(x + i * bay - bay * 0.1, y - 12, bay * 0.2, 12, shade(col, 0.16)),
    ]),
    band
      ? [
          rect(x - 20, y - h - 30, w + 40, 32, shade(wall, 0.05)),
          rect(x - 20, y - h - 26, w + 40, 22, girih(trim, { size: 22, width: 1.3, opacity: 0.7 })),
          rect(x - 26, y - h - 38, w + 52, 10, trim),
          rect(x - 20, y - h + 2, w + 40, 6, shade(wall, 0.22), { opacity: 0.6 }),
        ]
      : '',
  ];
};

/** A village house of mud or brick: flat roof, one door, one window. */
export const house = (
  x,
  y,
  w,
  h,
  {
    fill = '#d7ac78',
    doorC = C.teal,
    brick = false,
    roof = true,
    windowAt = 0.66,
    doorAt = 0.2,
    lit,
    open,
  } = {},
) => [
  rect(
    x,
    y - h,
    w,
    h,
    brick
      ? bricks(fill)
      : grad([
          [0, tint(fill, 0.14)],
          [1, shade(fill, 0.1)],
        ]),
  ),
  rect(
    x,
    y - h,
    w,
    h,
    grad(
      [
        [0, '#fff0cc', 0.22],
        [0.6, '#fff0cc', 0],
        [1, C.ink, 0.18],
      ],
      0,
      0,
      1,
      0,
    ),
  ),
  brick
    ? ''
    : times(9, i =>
        line(
          `M${x + ((i * 61) % (w - 40)) + 8} ${y - h + 30 + ((i * 47) % (h - 50))}q12-4 24 0`,
          shade(fill, 0.2),
          2,
          { opacity: 0.35 },
        ),
      ),
  roof
    ? [
        rect(x - 12, y - h - 14, w + 24, 18, shade(fill, 0.16)),
        rect(x - 12, y - h - 14, w + 24, 6, tint(fill, 0.2)),
        times(Math.floor(w / 46), i => circle(x + 22 + i * 46, y - h + 12, 4.5, C.woodDark)),
      ]
    : '',
  doorAt === null
    ? ''
    : door(x + w * doorAt, y, Math.min(76, w * 0.24), Math.min(150, h * 0.7), doorC, { open }),
  windowAt === null
    ? ''
    : windowFrame(x + w * windowAt, y - h * 0.68, Math.min(70, w * 0.2), Math.min(66, h * 0.32), {
        frame: doorC,
        lit,
      }),
];

/** A courtyard wall with coping. */
export const wall = (x, y, w, h, c = '#e2bd88', { brick = false } = {}) => [
  rect(
    x,
    y - h,
    w,
    h,
    brick
      ? bricks(c, 28, 12)
      : grad([
          [0, tint(c, 0.12)],
          [1, shade(c, 0.08)],
        ]),
  ),
  rect(x - 4, y - h - 9, w + 8, 11, shade(c, 0.18)),
  rect(x - 4, y - h - 9, w + 8, 4, tint(c, 0.25)),
];
