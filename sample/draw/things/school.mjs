// For schools: books, the blackboard, bags, and what hangs on a classroom wall.

import { star } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, circle, grad, line, path, rect, times } from '../svg.mjs';
import { across } from './sheen.mjs';

export const book = (x, y, w, h, c) => [
  rect(x, y - h, w, h, across(c), { rx: 1.5 }),
  rect(x + w * 0.2, y - h * 0.84, w * 0.6, h * 0.14, tint(c, 0.6)),
];

/** Books lying in a pile. */
export const pile = (x, y, s, n = 4, cs = [C.emerald, C.marigold, C.clay, C.denim, C.plum]) =>
  at(
    x,
    y,
    s,
    times(n, i => [
      rect(-26 + ((i * 7) % 9) - 4, -(i + 1) * 11, 52, 11, across(cs[i % cs.length]), { rx: 2 }),
      rect(-22 + ((i * 7) % 9) - 4, -(i + 1) * 11 + 3, 46, 4, '#f8efd9'),
    ]),
  );
/** An open book, to be held; centred. */
export const openBook = (x, y, s, c = C.emerald) =>
  at(x, y, s, [
    path('M-24-10L0-5L24-10V10L0 15L-24 10Z', c),
    path('M-22-12Q-10-15 0-7Q10-15 22-12V7Q10 5 0 12Q-10 5-22 7Z', '#fffaf0'),
    line('M0-7V12M-17-7q8-2 13 1M-17-2q8-2 13 1M17-7q-8-2-13 1M17-2q-8-2-13 1', '#b9a98a', 1.2),
  ]);

export const blackboard = (x, y, w, h, draw = '') => [
  rect(x - 12, y - 12, w + 24, h + 24, across(C.wood, 0.3), { rx: 4 }),
  rect(
    x,
    y,
    w,
    h,
    grad([
      [0, '#1f4a3d'],
      [1, '#173a30'],
    ]),
  ),
  path(
    `M${x + w * 0.05} ${y + h * 0.8}Q${x + w * 0.4} ${y + h * 0.5} ${x + w * 0.9} ${y + h * 0.7}`,
    'none',
    { stroke: '#fff', 'stroke-width': h * 0.22, opacity: 0.035 },
  ),
  draw,
  rect(x + w * 0.3, y + h + 12, w * 0.4, 8, shade(C.wood, 0.3)),
  rect(x + w * 0.36, y + h + 8, 16, 4, '#fff8ee'),
  rect(x + w * 0.42, y + h + 8, 12, 4, '#f0c75e'),
];

export const bag = (x, y, s, c = C.emerald) =>
  at(x, y, s, [
    line('M-12-66C-12-84 12-84 12-66', shade(c, 0.3), 5),
    path('M-28 0C-32-20-32-50-24-62C-18-70 18-70 24-62C32-50 32-20 28 0Q0 5-28 0Z', across(c)),
    path('M-20-4C-22-16-22-26-18-32H18C22-26 22-16 20-4Q0-1-20-4Z', shade(c, 0.16)),
    line('M-17-27H17', tint(c, 0.5), 2.4, { 'stroke-dasharray': '4 3' }),
    star(0, -47, 9, C.marigold),
  ]);

export const poster = (x, y, w, h, draw, c = '#fffaf0') => [
  rect(x + 4, y + 5, w, h, C.ink, { opacity: 0.15 }),
  rect(x, y, w, h, c),
  draw,
];

export const clock = (x, y, r) => [
  circle(x, y, r, C.wood),
  circle(x, y, r * 0.84, '#fffaf0'),
  times(12, i =>
    circle(x + r * 0.68 * Math.sin(i * 0.5236), y - r * 0.68 * Math.cos(i * 0.5236), 1.8, C.ink),
  ),
  line(`M${x} ${y}V${y - r * 0.55}M${x} ${y}L${x + r * 0.36} ${y + r * 0.14}`, C.ink, 3),
];
