// For drinking water: tank, tap, hand pump and what it is carried in.

import { sign } from '../buildings/signs.mjs';
import { C, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, grad, line, path, rect, turn } from '../svg.mjs';
import { across } from './sheen.mjs';

export const waterTank = (x, y, s) =>
  at(x, y, s, [
    line('M-62 0L-46-210M62 0L46-210M-14 0L-10-210M20 0L16-210', '#8b9a94', 9),
    line('M-57-70H57M-52-140H52M-57-70L52-140M57-70L-52-140', '#a9b6b0', 5),
    rect(-78, -224, 156, 16, shade(C.steelDark, 0.2), { rx: 3 }),
    path(
      'M-70-224V-324Q0-346 70-324V-224Z',
      grad(
        [
          [0, '#9fd0c4'],
          [0.35, '#3f9a86'],
          [1, '#14614d'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    ellipse(0, -326, 70, 15, '#62b39f'),
    rect(-14, -350, 28, 16, '#14614d', { rx: 4 }),
    [-250, -276, -302].map(v => line(`M-70 ${v}Q0 ${v + 14} 70 ${v}`, '#0c4c3b', 2, { opacity: 0.5 })),
    sign(-4, -272, 21),
    line('M60-224V-60H96', '#6e827d', 7),
  ]);

export const tap = (x, y, s, on = true) =>
  at(x, y, s, [
    on
      ? [
          path(
            'M12 4C10 30 11 60 9 88H21C19 60 20 30 18 4Z',
            grad([
              [0, '#d8f0ef'],
              [1, '#8fcbd0'],
            ]),
          ),
          ellipse(15, 90, 18, 5, '#dff3f0', { opacity: 0.8 }),
        ]
      : '',
    rect(-16, -8, 30, 11, across('#c6cdc6')),
    path('M10-9C22-9 22-2 21 6H9V3Z', '#aab4ad'),
    rect(-2, -20, 6, 13, '#8a9790'),
    rect(-10, -24, 22, 6, C.red, { rx: 3 }),
  ]);

export const can = (x, y, s, c = '#3f8fb0') =>
  at(x, y, s, [
    path('M-20 0V-40C-20-48-12-50-8-54V-60H6V-54C12-50 20-48 20-40V0Z', across(c)),
    rect(-10, -66, 18, 8, C.cream, { rx: 2 }),
    path('M8-52C20-56 22-44 20-36', 'none', { stroke: shade(c, 0.2), 'stroke-width': 4 }),
    rect(-12, -34, 24, 18, '#ffffff', { opacity: 0.25, rx: 3 }),
  ]);
/** A matka: the clay water pot. */
export const matka = (x, y, s, c = C.clay) =>
  at(x, y, s, [
    path(
      'M-12-52H12C10-46 10-44 16-40C34-30 34-6 12 0H-12C-34-6-34-30-16-40C-10-44-10-46-12-52Z',
      across(c, 0.35),
    ),
    ellipse(0, -52, 15, 4.6, shade(c, 0.3)),
    line('M-24-26Q0-18 24-26', tint(c, 0.4), 2.4, { 'stroke-dasharray': '5 4' }),
  ]);
export const bucket = (x, y, s, c = C.steel, full = true) =>
  at(x, y, s, [
    path('M-24-44L-18 0H18L24-44Z', across(c)),
    ellipse(0, -44, 24, 7, shade(c, 0.25)),
    full ? ellipse(0, -43, 20, 5, '#a9d8d8') : '',
    path('M-24-46C-20-78 20-78 24-46', 'none', { stroke: shade(c, 0.35), 'stroke-width': 2.6 }),
  ]);

export const handPump = (x, y, s, { on = true, rust = false, up = false } = {}) => {
  const c = rust ? '#8a5a3c' : C.emerald;
  return at(x, y, s, [
    ellipse(10, 2, 90, 16, rust ? '#a98a63' : '#b9b4a4'),
    ellipse(10, -2, 84, 13, rust ? '#bf9e74' : '#d3cdbb'),
    rect(-15, -120, 30, 118, across(c, 0.4)),
    rect(-20, -12, 40, 12, shade(c, 0.25)),
    rect(-20, -128, 40, 12, tint(c, 0.15), { rx: 3 }),
    path('M14-96H46C56-96 58-88 58-78H44C44-84 42-84 38-84H14Z', across(c, 0.3)),
    on
      ? [
          path(
            'M45-78C44-50 46-30 43-14H59C56-30 58-50 57-78Z',
            grad([
              [0, '#dff4f1'],
              [1, '#8fcfd2'],
            ]),
          ),
          ellipse(51, -12, 22, 6, '#e4f6f2', { opacity: 0.85 }),
        ]
      : '',
    rect(-5, -160, 10, 34, shade(c, 0.3)),
    turn(up ? 24 : -14, 0, -152, [
      path('M-118-158L8-160V-146L-116-148Z', across(rust ? '#6f4a34' : '#39463f')),
      circle(0, -152, 8, '#8f9b92'),
    ]),
  ]);
};
