// Rooms seen from inside, which fill the picture, with their light, windows and fittings.

import { jaali } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, clip, ellipse, g, grad, line, path, poly, radial, rect, rng, times } from '../svg.mjs';
import { arch } from './openings.mjs';

/** A room: painted wall with a darker dado, skirting and a floor of tiles in perspective. */
export const room = (
  w,
  h,
  {
    wall: wc = '#f2e4c8',
    dado = '#cfdcc9',
    floorY = 0.66,
    floor = ['#d9b58a', '#b98a60'],
    line: lc,
    ceiling = true,
    dadoH = 150,
    tiles = true,
  } = {},
) => {
  const y = h * floorY;
  const vx = w * 0.5;
  return [
    rect(
      0,
      0,
      w,
      y,
      grad([
        [0, shade(wc, 0.08)],
        [0.5, wc],
        [1, tint(wc, 0.12)],
      ]),
    ),
    rect(
      0,
      y - dadoH,
      w,
      dadoH,
      grad([
        [0, dado],
        [1, shade(dado, 0.06)],
      ]),
    ),
    rect(0, y - dadoH, w, 5, shade(dado, 0.22)),
    rect(0, y - 14, w, 14, shade(dado, 0.3)),
    rect(
      0,
      y,
      w,
      h - y,
      grad([
        [0, floor[0]],
        [1, floor[1]],
      ]),
    ),
    tiles
      ? g({ opacity: 0.42 }, [
          times(25, i =>
            line(`M${vx + (i - 12) * 66} ${y}L${vx + (i - 12) * 160} ${h}`, lc ?? shade(floor[1], 0.18), 1.6),
          ),
          [0.1, 0.26, 0.5, 0.82].map(t =>
            line(`M0 ${y + (h - y) * t}H${w}`, lc ?? shade(floor[1], 0.18), 1.6),
          ),
        ])
      : '',
    ceiling ? rect(0, 0, w, 26, shade(wc, 0.2)) : '',
    rect(
      0,
      y,
      w,
      34,
      grad([
        [0, C.ink, 0.2],
        [1, C.ink, 0],
      ]),
    ),
  ];
};

/** Light from a window, falling across wall and floor. */
export const beam = (pts, o = 0.28, c = '#fff1c4') =>
  poly(
    pts,
    grad([
      [0, c, o],
      [1, c, o * 0.2],
    ]),
  );

/** A window that shows a garden outside. */
export const viewWindow = (
  x,
  y,
  w,
  h,
  { frame = C.emerald, sky: s = ['#bcdcd8', '#f6ecd0'], arched = false } = {},
) => {
  const shape = arched ? path(arch(x, y + h, w, h), '#fff') : rect(x, y, w, h, '#fff');
  return [
    arched
      ? path(arch(x - 9, y + h + 4, w + 18, h + 13), frame)
      : rect(x - 9, y - 9, w + 18, h + 18, frame, { rx: 3 }),
    clip(shape, [
      rect(
        x,
        y,
        w,
        h,
        grad([
          [0, s[0]],
          [1, s[1]],
        ]),
      ),
      ellipse(x + w * 0.2, y + h * 0.86, w * 0.5, h * 0.24, '#8fb27d'),
      ellipse(x + w * 0.9, y + h * 0.9, w * 0.6, h * 0.3, '#6d9a64'),
      rect(x + w * 0.68, y + h * 0.4, w * 0.05, h * 0.5, '#7b5a3c'),
      ellipse(x + w * 0.7, y + h * 0.36, w * 0.24, h * 0.22, '#5f9058'),
      ellipse(x + w * 0.64, y + h * 0.3, w * 0.14, h * 0.12, '#86b072'),
      poly(
        [
          [x, y + h],
          [x + w * 0.4, y],
          [x + w * 0.62, y],
          [x + w * 0.2, y + h],
        ],
        '#fff',
        { opacity: 0.16 },
      ),
    ]),
    line(
      `M${x + w / 2} ${y + (arched ? h * 0.02 : 0)}V${y + h}M${x} ${y + h * 0.42}H${x + w}`,
      tint(frame, 0.1),
      5,
    ),
    rect(x - 16, y + h + 7, w + 32, 9, tint(frame, 0.62)),
  ];
};

export const jaaliWindow = (x, y, w, h, { frame = '#c98f5c', hole = '#ffe2a0' } = {}) => [
  path(arch(x - 8, y + h, w + 16, h + 12), shade(frame, 0.14)),
  clip(path(arch(x, y + h, w, h), '#fff'), rect(x, y, w, h, jaali(30, frame, hole))),
];

export const fan = (x, s = 1) =>
  at(x, 0, s, [
    rect(-3, 0, 6, 74, '#7d8a82'),
    path('M-8 84L-132 74Q-142 80-130 88L-8 94Z', '#e7e2d3'),
    path('M8 84L132 78Q142 84 130 92L8 94Z', '#d6d2c2'),
    path('M-8 92L-58 108Q-60 116-48 114L4 96Z', '#c5c2b3'),
    ellipse(0, 86, 18, 12, '#8f9b92'),
    ellipse(0, 83, 12, 7, '#b9c2b8'),
  ]);

export const tubeLight = (x, y, w = 120) => [
  rect(
    x - 10,
    y - 34,
    w + 20,
    80,
    radial([
      [0, '#fffbe6', 0.5],
      [1, '#fffbe6', 0],
    ]),
  ),
  rect(x, y, w, 7, '#fffdf2', { rx: 3.5 }),
  rect(x - 4, y - 5, w + 8, 5, '#b6bdb4'),
];

export const shelf = (x, y, w, n, item, c = C.wood) => [
  rect(x, y, w, 9, c),
  rect(x, y + 9, w, 4, shade(c, 0.35)),
  times(n, i => item(x + (w * (i + 0.5)) / n, y, i)),
];

export const speck = (w, h, n, color, seed, y0 = 0) => {
  const r = rng(seed);
  return times(n, () =>
    ellipse(r.between(0, w), r.between(y0, h), r.between(1, 3), r.between(0.6, 1.6), color, { opacity: 0.3 }),
  );
};
