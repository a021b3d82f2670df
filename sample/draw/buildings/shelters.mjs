// Cloth and string overhead: the shamiana, the relief tent, flags and bulbs.

import { girih, star } from '../girih.mjs';
import { C, mix, shade, tint } from '../palette.mjs';
import { at, circle, grad, line, path, poly, radial, rect, times } from '../svg.mjs';

/** A shamiana: the striped cloth canopy of every gathering. */
export const shamiana = (
  x,
  y,
  w,
  h,
  a = C.emerald,
  b = C.cream,
  { n = 10, poles = true, back = true, dip = 26 } = {},
) => {
  const s = w / n;
  return [
    back
      ? [
          rect(
            x + 10,
            y - h + 40,
            w - 20,
            h - 40,
            grad([
              [0, shade(a, 0.12)],
              [1, mix(a, C.cream, 0.25)],
            ]),
          ),
          rect(
            x + 10,
            y - h + 40,
            w - 20,
            h - 40,
            girih(tint(a, 0.5), { size: 74, width: 1.6, opacity: 0.35 }),
          ),
        ]
      : '',
    poles
      ? [0, 0.333, 0.667, 1].map(t =>
          rect(
            x + 8 + (w - 22) * t,
            y - h + 20,
            8,
            h - 18,
            grad(
              [
                [0, '#b98551'],
                [1, '#74502f'],
              ],
              0,
              0,
              1,
              0,
            ),
          ),
        )
      : '',
    path(
      `M${x - 24} ${y - h + 44}L${x + w * 0.08} ${y - h - 36}Q${x + w / 2} ${y - h - 36 + dip} ${x + w * 0.92} ${y - h - 36}L${x + w + 24} ${y - h + 44}Z`,
      a,
    ),
    times(n, i =>
      i % 2
        ? path(
            `M${x - 24 + ((w + 48) * i) / n} ${y - h + 44}L${x + w * 0.08 + (w * 0.84 * i) / n} ${y - h - 36 + dip * 0.5 * Math.sin((Math.PI * i) / n)}L${x + w * 0.08 + (w * 0.84 * (i + 1)) / n} ${y - h - 36 + dip * 0.5 * Math.sin((Math.PI * (i + 1)) / n)}L${x - 24 + ((w + 48) * (i + 1)) / n} ${y - h + 44}Z`,
            b,
          )
        : '',
    ),
    rect(
      x - 24,
      y - h + 40,
      w + 48,
      30,
      grad([
        [0, C.ink, 0.16],
        [1, C.ink, 0],
      ]),
    ),
    times(n, i =>
      path(
        `M${x - 24 + ((w + 48) * i) / n} ${y - h + 43}h${(w + 48) / n}v8q${-(w + 48) / n / 2} ${s * 0.32} ${-(w + 48) / n} 0Z`,
        i % 2 ? C.marigold : C.maroon,
      ),
    ),
  ];
};

/** Little flags on a string. */
export const bunting = (
  x0,
  y0,
  x1,
  y1,
  n = 12,
  sag = 40,
  colors = [C.emerald, C.marigold, C.cream, C.clay],
) => {
  const p = t => [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + sag * 4 * t * (1 - t)];
  return [
    line(`M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + sag * 2} ${x1} ${y1}`, '#6a5a44', 2),
    times(n, i => {
      const [x, y] = p((i + 0.5) / n);
      return poly(
        [
          [x - 13, y],
          [x + 13, y],
          [x, y + 28],
        ],
        colors[i % colors.length],
      );
    }),
  ];
};

/** Warm bulbs on a string. */
export const bulbs = (x0, y0, x1, y1, n = 12, sag = 40) => [
  line(`M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + sag * 2} ${x1} ${y1}`, '#2b3a33', 2),
  times(n, i => {
    const t = (i + 0.5) / n;
    const [x, y] = [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + sag * 4 * t * (1 - t)];
    return [
      circle(
        x,
        y + 7,
        24,
        radial([
          [0, '#ffdf8e', 0.6],
          [1, '#ffdf8e', 0],
        ]),
      ),
      circle(x, y + 7, 5.5, '#fff0be'),
    ];
  }),
];

/** A tent for relief. */
export const tent = (x, y, s, c = '#f1ece0') =>
  at(x, y, s, [
    path(
      'M-150 0L-40-150L90-150L150 0Z',
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
    ),
    path('M-150 0L-40-150L30 0Z', tint(c, 0.3)),
    path('M-84 0L-40-120L-6 0Z', '#5c5140'),
    path('M-84 0L-40-120L-58 0Z', shade(c, 0.12)),
    line('M-40-150L-180 14M90-150L186 10', '#8c7b5c', 2),
    star(66, -76, 17, C.emerald),
  ]);
