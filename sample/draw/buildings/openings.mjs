// Openings in a wall: the pointed arch, windows and doors.

import { C, shade, tint } from '../palette.mjs';
import { circle, grad, line, poly, rect } from '../svg.mjs';

/** The outline of a pointed (four-centred) arch standing on y=0, `w` wide and `h` high. */
export const arch = (x, y, w, h) => {
  const s = h - w * 0.55;
  return `M${x} ${y}V${y - s}C${x} ${y - s - w * 0.34} ${x + w * 0.24} ${y - h + w * 0.1} ${x + w / 2} ${y - h}C${x + w * 0.76} ${y - h + w * 0.1} ${x + w} ${y - s - w * 0.34} ${x + w} ${y - s}V${y}Z`;
};

export const windowFrame = (
  x,
  y,
  w,
  h,
  { frame = C.emerald, glass = ['#cfe3dd', '#9dc0bb'], bars = true, sill = true, lit } = {},
) => [
  rect(x - 5, y - 5, w + 10, h + 10, shade(frame, 0.1), { rx: 2 }),
  rect(
    x,
    y,
    w,
    h,
    lit
      ? grad([
          [0, '#ffe3a0'],
          [1, '#f3b95a'],
        ])
      : grad(
          [
            [0, glass[0]],
            [1, glass[1]],
          ],
          0,
          0,
          1,
          1,
        ),
  ),
  poly(
    [
      [x + w * 0.1, y + h],
      [x + w * 0.5, y],
      [x + w * 0.7, y],
      [x + w * 0.3, y + h],
    ],
    '#ffffff',
    { opacity: 0.18 },
  ),
  bars ? line(`M${x + w / 2} ${y}V${y + h}M${x} ${y + h * 0.45}H${x + w}`, frame, 4) : '',
  sill ? rect(x - 10, y + h + 4, w + 20, 7, tint(frame, 0.55)) : '',
];

export const door = (x, y, w, h, c = C.emerald, { open } = {}) => [
  rect(x - 6, y - h - 6, w + 12, h + 6, shade(c, 0.32)),
  open
    ? rect(
        x,
        y - h,
        w,
        h,
        grad([
          [0, '#3b3027'],
          [1, '#5b4634'],
        ]),
      )
    : rect(
        x,
        y - h,
        w,
        h,
        grad(
          [
            [0, tint(c, 0.08)],
            [1, shade(c, 0.14)],
          ],
          0,
          0,
          1,
          0,
        ),
      ),
  open
    ? poly(
        [
          [x, y - h],
          [x + w * 0.34, y - h + 10],
          [x + w * 0.34, y + 4],
          [x, y],
        ],
        grad(
          [
            [0, c],
            [1, shade(c, 0.2)],
          ],
          0,
          0,
          1,
          0,
        ),
      )
    : [0, 1].flatMap(i =>
        [0, 1].map(j =>
          rect(x + w * (0.09 + 0.47 * i), y - h + h * (0.08 + 0.46 * j), w * 0.35, h * 0.36, 'none', {
            stroke: shade(c, 0.3),
            'stroke-width': 2,
            rx: 2,
          }),
        ),
      ),
  open ? '' : circle(x + w * 0.46, y - h * 0.46, 3, C.marigold),
];
