// People together, with the shadows they throw: groups, an audience, and a baby to be held.

import { C, SKIN, shade } from '../palette.mjs';
import { circle, ellipse, grad, line, path, radial } from '../svg.mjs';
import { cloth } from './cloth.mjs';
import { person } from './person.mjs';

/** The shadow a figure or thing throws on the ground: a soft pool and a long fading streak. */
export const shadow = (x, y, w, { dx = 1.9, dy = 0.28, o = 0.3, c = C.ink } = {}) => [
  path(
    `M${x - w * 0.55} ${y}Q${x} ${y + w * 0.16} ${x + w * 0.55} ${y - w * 0.02}L${x + w * dx + w * 0.2} ${y + w * dy - w * 0.16}Q${x + w * dx} ${y + w * dy + w * 0.05} ${x + w * dx - w * 0.3} ${y + w * dy}Z`,
    grad(
      [
        [0, c, o * 0.75],
        [1, c, 0],
      ],
      0,
      0,
      dx < 0 ? -1 : 1,
      0.1,
    ),
  ),
  ellipse(
    x + w * 0.05,
    y + 1,
    w * 0.72,
    w * 0.15,
    radial([
      [0, c, o * 1.3],
      [0.6, c, o * 0.6],
      [1, c, 0],
    ]),
  ),
];

const footprint = { stand: 44, walk: 52, run: 60, chair: 60, floor: 92, kneel: 72 };

/** A group: every shadow first, then the figures from back to front. Each entry is [look, options] or ready SVG with a y. */
export const people = (list, sun = {}) => {
  const sorted = [...list].sort((a, b) => (a[1].y ?? 0) - (b[1].y ?? 0));
  return [
    sorted
      .filter(([l, o]) => !o.noShadow && typeof l !== 'string')
      .map(([, o]) => shadow(o.x, o.y - 2, footprint[o.pose ?? 'stand'] * (o.s ?? 1), sun)),
    sorted.map(([l, o]) => (typeof l === 'string' ? l : person(l, o))),
  ];
};

/** A baby wrapped in a shawl, for holding arms. */
export const baby = (x, y, c = C.bone, skin = SKIN[0]) => [
  path(
    `M${x - 24} ${y + 2}C${x - 20} ${y - 16} ${x + 6} ${y - 20} ${x + 16} ${y - 12}C${x + 22} ${y - 2} ${x + 10} ${y + 12} ${x - 8} ${y + 12}C${x - 18} ${y + 12} ${x - 24} ${y + 8} ${x - 24} ${y + 2}Z`,
    cloth(c, 1),
  ),
  circle(x + 10, y - 7, 9, skin),
  path(
    `M${x + 2} ${y - 10}C${x + 4} ${y - 19} ${x + 18} ${y - 19} ${x + 19} ${y - 8}C${x + 15} ${y - 14} ${x + 7} ${y - 14} ${x + 2} ${y - 10}Z`,
    '#2a1d18',
  ),
  line(
    `M${x + 8} ${y - 6}q1.5 1.4 3 0M${x + 14} ${y - 6}q1.4 1.2 2.6 0M${x + 11} ${y - 2}q1.6 1.4 3 0`,
    '#4a2a1e',
    0.9,
  ),
  line(`M${x - 18} ${y + 2}C${x - 8} ${y - 6} ${x} ${y - 2} ${x + 4} ${y + 6}`, shade(c, 0.3), 1, {
    opacity: 0.5,
  }),
];

/** Heads and shoulders of an audience seen from behind, along the bottom edge. */
export const audience = (list, y, x0, x1, s, step = 0) =>
  list.map((l, i) =>
    person(l, {
      x: x0 + ((x1 - x0) * i) / Math.max(1, list.length - 1),
      y: y + (i % 2 ? step : 0),
      s,
      pose: 'floor',
      back: true,
      f: i % 2 ? 1 : -1,
    }),
  );
