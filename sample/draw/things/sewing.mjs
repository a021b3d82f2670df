// For tailoring: the sewing machine, cloth and thread.

import { star } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, line, path, rect, times } from '../svg.mjs';
import { across } from './sheen.mjs';

export const sewing = (x, y, s, f = 1, c = '#1f2f2a') =>
  at(
    x,
    y,
    s * f,
    [
      rect(-44, -8, 92, 8, C.wood, { rx: 2 }),
      path(
        'M-36-8V-18H30V-52H-18C-22-52-24-48-24-44V-30H-34V-50C-34-62-28-66-18-66H32C42-66 46-60 46-52V-8Z',
        across(c, 0.3),
      ),
      circle(52, -46, 15, 'none', { stroke: '#8f9b92', 'stroke-width': 4 }),
      circle(52, -46, 4, '#8f9b92'),
      line('M-29-30V-14', '#d8dcd2', 2.4),
      rect(4, -76, 9, 11, C.red, { rx: 2 }),
      line('M8-76C-4-84-22-76-29-34', '#e88f7f', 1),
      star(8, -58, 5, C.marigold),
      line('M-10-58H-2M16-58H28', C.marigold, 1.6),
    ],
    s,
  );

/** A length of cloth flowing over an edge, from (x, y) down. */
export const fabric = (x, y, w, h, c) => [
  path(
    `M${x} ${y}H${x + w}C${x + w + 4} ${y + h * 0.4} ${x + w - 8} ${y + h * 0.7} ${x + w + 2} ${y + h}Q${x + w * 0.7} ${y + h - 10} ${x + w * 0.5} ${y + h}T${x - 2} ${y + h - 4}C${x + 6} ${y + h * 0.6} ${x - 4} ${y + h * 0.3} ${x} ${y}Z`,
    across(c),
  ),
  line(
    `M${x + w * 0.3} ${y + 6}q-6 ${h * 0.4} 2 ${h * 0.8}M${x + w * 0.68} ${y + 6}q6 ${h * 0.4}-2 ${h * 0.8}`,
    shade(c, 0.28),
    2,
    { opacity: 0.5 },
  ),
  line(`M${x + 2} ${y + h - 14}Q${x + w * 0.5} ${y + h - 20} ${x + w - 2} ${y + h - 12}`, tint(c, 0.55), 4),
];

/** Rolled cloth standing on a shelf. */
export const bolts = (x, y, n, h, cs) =>
  times(n, i => [
    rect(x + i * 26, y - h + ((i * 11) % 18), 22, h - ((i * 11) % 18), across(cs[i % cs.length]), { rx: 9 }),
    ellipse(x + i * 26 + 11, y - h + ((i * 11) % 18) + 5, 11, 5, tint(cs[i % cs.length], 0.3)),
  ]);
export const spool = (x, y, c, s = 1) =>
  at(x, y, s, [rect(-7, -20, 14, 20, c), rect(-10, -23, 20, 4, '#e7cfa0'), rect(-10, -3, 20, 4, '#e7cfa0')]);
