// The foundation's motif: the eight-pointed girih star (khatam), two squares turned by 45 degrees.

import { g, line, path, pattern, poly } from './svg.mjs';

const spoke = (cx, cy, r, deg) => [
  cx + r * Math.cos((deg * Math.PI) / 180),
  cy + r * Math.sin((deg * Math.PI) / 180),
];

/** The sixteen corners of the star; `inner` 0.765 is the true khatam. */
export const starPoints = (cx, cy, r, inner = 0.765, turn = 0) =>
  Array.from({ length: 16 }, (_, i) => spoke(cx, cy, i % 2 ? r * inner : r, i * 22.5 - 90 + turn));
export const star = (cx, cy, r, fill, a = {}) =>
  poly(starPoints(cx, cy, r, a.inner), fill, { ...a, inner: undefined });

const closed = pts => `M${pts.map(p => p.map(v => v.toFixed(2)).join(' ')).join('L')}Z`;

/** A paint: star-and-cross lattice in lines of `color` with stars filled `fill`. */
export const girih = (color, { size = 80, width = 1.5, fill = 'none', opacity = 1, turn = 0 } = {}) => {
  const h = size / 2;
  const stars = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
    [h, h],
  ];
  const r = size * 0.3535;
  const body = g(
    { opacity },
    stars.map(([x, y]) => [
      path(closed(starPoints(x, y, r)), fill, {
        stroke: color,
        'stroke-width': width,
        'stroke-linejoin': 'round',
      }),
      path(closed(starPoints(x, y, r * 0.5, 0.765, 22.5)), 'none', {
        stroke: color,
        'stroke-width': width * 0.7,
      }),
    ]),
    line(`M${h} ${h - r}V${-h + r}M${h - r} ${h}H${-h + r}`, color, width * 0.6),
  );
  return pattern(
    `girih${color}${width}${fill}${opacity}`,
    size,
    size,
    body,
    turn ? `rotate(${turn})` : undefined,
  );
};

/** A jaali: a pierced screen of stars over whatever is behind. */
export const jaali = (size, color, hole) =>
  pattern(`jaali${color}${hole}`, size, size, [
    path(`M0 0H${size}V${size}H0Z`, color),
    path(closed(starPoints(size / 2, size / 2, size * 0.4)), hole),
    [
      [0, 0],
      [size, 0],
      [0, size],
      [size, size],
    ].map(([x, y]) => path(closed(starPoints(x, y, size * 0.2)), hole)),
  ]);
