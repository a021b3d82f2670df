// Clothes of the portraits, from the shoulders up, and the scarves over women's heads.

import { star } from '../girih.mjs';
import { C, shade, tint } from '../palette.mjs';
import { circle, grad, gradAt, line, path, times } from '../svg.mjs';

export const across = (c, d = 0.22) =>
  grad(
    [
      [0, tint(c, 0.16)],
      [0.45, c],
      [1, shade(c, d)],
    ],
    0,
    0,
    1,
    0,
  );

const shoulders =
  'M-170 240C-166 176-120 142-58 124C-34 116-26 108-24 92H24C26 108 34 116 58 124C120 142 166 176 170 240Z';

export const garments = {
  kameez: p => [
    path(shoulders, across(p.cloth)),
    path('M-27 104Q0 134 27 104L34 116Q0 152-34 116Z', tint(p.cloth, 0.22)),
    line('M0 138V240', shade(p.cloth, 0.34), 2.4),
    [158, 184, 210].map(y => circle(0, y, 3.2, shade(p.cloth, 0.5))),
    line('M-96 168C-84 190-84 214-90 240M96 168C84 190 86 214 92 240', shade(p.cloth, 0.3), 2, {
      opacity: 0.5,
    }),
  ],
  waistcoat: p => [
    garments.kameez(p),
    path('M-62 122C-50 150-24 196-10 240H-150C-140 190-112 146-62 122Z', across(p.vest)),
    path('M62 122C50 150 24 196 10 240H150C140 190 112 146 62 122Z', across(shade(p.vest, 0.12))),
    line('M-62 122C-50 150-24 196-10 240M62 122C50 150 24 196 10 240', tint(p.vest, 0.25), 2),
    path('M84 190h32l-3 14h-28Z', tint(p.vest, 0.2)),
  ],
  coat: p => [
    path(shoulders, across(p.cloth)),
    path('M-27 104Q0 134 27 104L34 116Q0 152-34 116Z', tint(p.cloth, 0.22)),
    path('M-60 122C-40 170-24 204-16 240H-172C-166 176-120 142-60 122Z', across('#fdfcf6', 0.1)),
    path('M60 122C40 170 24 204 16 240H172C166 176 120 142 60 122Z', across('#f3f1e8', 0.12)),
    path(
      'M-60 122L-80 160L-52 172L-34 214C-40 180-50 150-60 122ZM60 122L80 160L52 172L34 214C40 180 50 150 60 122Z',
      '#ffffff',
      { stroke: '#cfcdc0', 'stroke-width': 1.6 },
    ),
    p.scope
      ? [
          line('M-46 118C-58 170-40 200-20 204M46 118C56 150 58 176 52 196', '#33423f', 6),
          circle(52, 202, 11, '#9fb0aa'),
          circle(52, 202, 6, '#6e827d'),
        ]
      : '',
    star(92, 186, 11, C.emerald),
  ],
  shawl: p => [
    path(shoulders, across(p.cloth)),
    path('M-27 104Q0 134 27 104L34 116Q0 152-34 116Z', tint(p.cloth, 0.22)),
    path('M-178 240C-170 170-120 134-62 118C-30 150 60 190 120 240Z', across(p.shawl)),
    path('M60 120C110 138 160 170 174 240H120C108 196 84 156 60 120Z', across(shade(p.shawl, 0.1))),
    line('M-70 122C-30 160 60 200 104 240', tint(p.shawl, 0.45), 5, { 'stroke-dasharray': '10 6' }),
    line('M-120 150C-80 190-20 214 20 240M-150 184C-120 210-80 226-50 240', shade(p.shawl, 0.32), 2, {
      opacity: 0.5,
    }),
  ],
  embroidered: p => [
    path(
      'M-170 240C-166 176-120 142-58 124C-40 118-32 112-28 104Q0 176 28 104C32 112 40 118 58 124C120 142 166 176 170 240Z',
      across(p.cloth),
    ),
    path('M-33 108Q0 186 33 108L46 116Q0 214-46 116Z', p.trim),
    path('M-26 100Q0 170 26 100Q0 124-26 100Z', shade(p.skin, 0.1)),
    times(7, i => circle(-33 + i * 11, 138 + (3 - Math.abs(3 - i)) * 12.4, 2.8, shade(p.trim, 0.45))),
    line('M0 186V240', shade(p.cloth, 0.3), 2),
  ],
};

export const covering = (p, tight) => {
  const c = gradAt(
    [
      [0, tint(p.scarf, 0.2)],
      [0.45, p.scarf],
      [1, shade(p.scarf, 0.24)],
    ],
    -120,
    -60,
    130,
    60,
  );
  const outline = tight
    ? 'M-74 128C-88 60-84-20-66-66C-50-108 50-108 66-66C84-20 88 60 74 128C60 160-60 160-74 128Z'
    : 'M-96 160C-98 70-86-10-70-62C-54-112 54-112 70-62C86-10 98 70 96 160Z';
  return { c, outline };
};
