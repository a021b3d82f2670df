// The ambulance, the rescue boat and the bicycle.

import { heartSign } from '../buildings/signs.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, grad, line, path, poly, radial, rect, times } from '../svg.mjs';

const wheel = (x, y, r) => [
  circle(x, y, r, '#232b29'),
  circle(x, y, r * 0.58, '#c9d0c9'),
  circle(x, y, r * 0.24, '#6e7a74'),
  times(6, i =>
    circle(x + r * 0.4 * Math.cos(i * 1.047), y + r * 0.4 * Math.sin(i * 1.047), r * 0.07, '#6e7a74'),
  ),
];

/** An ambulance 360 long, facing left; f=-1 turns it. `open` shows the back doors' step. */
export const ambulance = (x, y, s, f = 1, { light = true } = {}) =>
  at(
    x,
    y,
    s * f,
    [
      ellipse(
        0,
        4,
        205,
        16,
        radial([
          [0, C.ink, 0.42],
          [0.7, C.ink, 0.25],
          [1, C.ink, 0],
        ]),
      ),
      path(
        'M-186-28C-188-62-180-78-150-86L-112-138C-106-146-98-150-88-150H168C178-150 184-144 184-134V-22H-180Z',
        grad([
          [0, '#fffdf6'],
          [1, '#dfe0d3'],
        ]),
      ),
      path('M-186-34H184V-22H-182Z', '#7d8a84'),
      rect(-184, -74, 368, 20, C.emerald),
      rect(-184, -52, 368, 6, C.marigold),
      path(
        'M-138-88L-106-132C-103-136-100-138-95-138H-62V-88Z',
        grad(
          [
            [0, '#bfd9d8'],
            [1, '#6f9a9d'],
          ],
          0,
          0,
          1,
          1,
        ),
      ),
      poly(
        [
          [-120, -88],
          [-94, -132],
          [-80, -132],
          [-104, -88],
        ],
        '#fff',
        { opacity: 0.3 },
      ),
      rect(
        -48,
        -136,
        60,
        46,
        grad(
          [
            [0, '#bfd9d8'],
            [1, '#7aa3a4'],
          ],
          0,
          0,
          1,
          1,
        ),
        { rx: 5 },
      ),
      poly(
        [
          [-40, -90],
          [-16, -136],
          [-2, -136],
          [-26, -90],
        ],
        '#fff',
        { opacity: 0.3 },
      ),
      line('M-56-146V-26M22-146V-26M-48-78V-66', '#aeb3a6', 2.4),
      heartSign(98, -106, 1.7),
      path('M-188-58q10-4 16 4v12h-16Z', '#ffe6a0'),
      rect(176, -62, 9, 20, C.red, { rx: 2 }),
      light
        ? [
            circle(
              -76,
              -156,
              44,
              radial([
                [0, '#ff8a70', 0.5],
                [1, '#ff8a70', 0],
              ]),
            ),
            rect(-96, -164, 44, 14, C.red, { rx: 6 }),
            rect(-74, -164, 22, 14, '#4d8fb0', { rx: 6 }),
          ]
        : '',
      wheel(-112, -20, 31),
      wheel(112, -20, 31),
    ],
    s,
  );

/** A rescue boat facing left, waterline at y=0. */
export const boat = (x, y, s, f = 1, c = C.marigold) =>
  at(
    x,
    y,
    s * f,
    [
      path(
        'M-200-42C-180-12-160 8-120 14H150C176 10 188-14 192-44C120-30-120-26-200-42Z',
        grad([
          [0, tint(c, 0.15)],
          [1, shade(c, 0.25)],
        ]),
      ),
      path('M-200-42C-120-26 120-30 192-44L190-34C120-20-120-16-194-32Z', tint(c, 0.42)),
      path(
        'M-164 2C-80 12 100 12 176-8L170 4C150 12 150 14 150 14H-120C-140 12-152 8-164 2Z',
        shade(c, 0.4),
        { opacity: 0.5 },
      ),
      path('M-230 16Q-120 4 0 16T230 14Q120 34 0 28T-230 16Z', '#eef2e6', { opacity: 0.5 }),
    ],
    s,
  );

export const bicycle = (x, y, s, f = 1, c = C.maroon) =>
  at(
    x,
    y,
    s * f,
    [
      [-52, 52].map(d => [
        circle(d, -34, 33, 'none', { stroke: '#2d3532', 'stroke-width': 4 }),
        times(8, i =>
          line(`M${d}-34l${33 * Math.cos(i * 0.785)} ${33 * Math.sin(i * 0.785)}`, '#97a29c', 0.9),
        ),
      ]),
      line('M-52-34L-18-86H34L52-34M-18-86L2-34H-52M2-34L34-86M34-86L30-104H44M-18-86L-22-98', c, 4.5),
      rect(-36, -102, 28, 7, C.ink, { rx: 3 }),
    ],
    s,
  );
