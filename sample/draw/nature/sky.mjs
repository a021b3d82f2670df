// Sky and light of the Punjab plain, by time of day, and what floats in the air.

import { C, tint } from '../palette.mjs';
import { at, circle, g, grad, line, path, radial, rect, rng, times } from '../svg.mjs';
import { blob } from './outlines.mjs';

export const DAY = {
  morning: {
    sky: ['#a9cfd0', '#d9e5d6', '#f8ecd0'],
    sun: '#fff3cf',
    far: '#a9c0a6',
    mid: '#7fa579',
    near: '#5d8f58',
    earth: ['#e3c994', '#c99c63'],
    cloud: '#fffaf0',
  },
  noon: {
    sky: ['#8dc0cb', '#c4dcd6', '#f1ead3'],
    sun: '#fff8de',
    far: '#9fbca3',
    mid: '#7aa670',
    near: '#568e52',
    earth: ['#e6cd9a', '#cfa56c'],
    cloud: '#ffffff',
  },
  golden: {
    sky: ['#efbf86', '#f6d29b', '#fbe8bf'],
    sun: '#fff0bd',
    far: '#cbb07c',
    mid: '#a39a58',
    near: '#6f8748',
    earth: ['#e9c388', '#bd8450'],
    cloud: '#fff1d2',
  },
  evening: {
    sky: ['#1f4a52', '#66817a', '#eeb06c'],
    sun: '#ffdb97',
    far: '#51706a',
    mid: '#35594f',
    near: '#26473e',
    earth: ['#8a7350', '#5a4a38'],
    cloud: '#c99f77',
  },
  winter: {
    sky: ['#c3d0cf', '#dde0d6', '#f1e9d8'],
    sun: '#fff6e0',
    far: '#bcc8be',
    mid: '#98ab9a',
    near: '#7a937c',
    earth: ['#d9cbb0', '#b9a381'],
    cloud: '#f8f5ec',
  },
  flood: {
    sky: ['#8aa5a9', '#b5c3bb', '#e3dcc4'],
    sun: '#f5ecd0',
    far: '#94a999',
    mid: '#6f8f7a',
    near: '#54786a',
    earth: ['#c4a97c', '#9b7f57'],
    cloud: '#dfe3da',
  },
};

export const cloud = (x, y, s, color, o = 0.7, seed = 3) =>
  at(
    x,
    y,
    s,
    g({ opacity: o }, [
      path(blob(0, 0, 90, 13, seed, 0.12), color),
      path(blob(-22, -10, 42, 17, seed + 1, 0.1), color),
      path(blob(26, -8, 34, 13, seed + 2, 0.1), color),
    ]),
  );

export const sky = (w, h, day = DAY.noon, { sunX = 0.74, sunY = 0.36, sunR = 46, clouds = true } = {}) => [
  rect(
    0,
    0,
    w,
    h,
    grad([
      [0, day.sky[0]],
      [0.55, day.sky[1]],
      [1, day.sky[2]],
    ]),
  ),
  sunR
    ? [
        circle(
          w * sunX,
          h * sunY,
          sunR * 6.5,
          radial([
            [0, day.sun, 0.85],
            [0.35, day.sun, 0.35],
            [1, day.sun, 0],
          ]),
        ),
        circle(w * sunX, h * sunY, sunR, tint(day.sun, 0.3)),
      ]
    : '',
  clouds
    ? [
        cloud(w * 0.18, h * 0.2, 1.25, day.cloud, 0.65, 5),
        cloud(w * 0.52, h * 0.1, 0.9, day.cloud, 0.5, 9),
        cloud(w * 0.9, h * 0.22, 1.1, day.cloud, 0.55, 13),
      ]
    : '',
];

export const birds = (x, y, s = 1, c = C.ink, o = 0.5) =>
  at(
    x,
    y,
    s,
    g(
      { opacity: o },
      [
        [0, 0, 1],
        [34, -14, 0.8],
        [60, 6, 0.7],
        [-30, 12, 0.65],
      ].map(([a, b, k]) =>
        line(
          `M${a - 12 * k} ${b}Q${a - 5 * k} ${b - 8 * k} ${a} ${b}Q${a + 5 * k} ${b - 8 * k} ${a + 12 * k} ${b}`,
          c,
          2.2 * k,
        ),
      ),
    ),
  );

/** Warm light from one side and a little dark at the foot, over everything. */
export const glow = (w, h, color = '#ffdf9c', { x = 0.1, y = 0, o = 0.34, foot = 0.2 } = {}) => [
  rect(
    0,
    0,
    w,
    h,
    radial(
      [
        [0, color, o],
        [0.6, color, o * 0.25],
        [1, color, 0],
      ],
      x,
      y,
      0.95,
    ),
  ),
  rect(
    0,
    h * 0.62,
    w,
    h * 0.38,
    grad([
      [0, C.ink, 0],
      [1, C.ink, foot],
    ]),
  ),
];

/** Petals and seeds in the air. */
export const motes = (w, h, n, color, seed = 2, o = 0.5) => {
  const r = rng(seed);
  return times(n, () =>
    circle(r.between(0, w), r.between(0, h), r.between(1.2, 3.4), color, { opacity: o * r.between(0.3, 1) }),
  );
};
