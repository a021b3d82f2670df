// A portrait: a bust before an arch on a quiet girih ground, 400 by 400.

import { arch } from '../buildings/openings.mjs';
import { girih } from '../girih.mjs';
import { C, SKIN, shade, tint } from '../palette.mjs';
import { at, circle, ellipse, g, grad, line, path, radial, rect } from '../svg.mjs';
import { covering, garments } from './clothes.mjs';
import { face, features, spectacles } from './face.mjs';
import { beard, hairCut, hats, moustache } from './hair.mjs';

const ground = (c, accent) => [
  rect(
    0,
    0,
    400,
    400,
    grad(
      [
        [0, tint(c, 0.3)],
        [1, c],
      ],
      0,
      0,
      0.4,
      1,
    ),
  ),
  rect(0, 0, 400, 400, girih(tint(c, 0.55), { size: 64, width: 1.6, opacity: 0.5 })),
  path(arch(66, 420, 268, 388), accent, { opacity: 0.9 }),
  path(
    arch(66, 420, 268, 388),
    radial(
      [
        [0, '#fff4d6', 0.75],
        [1, '#fff4d6', 0],
      ],
      0.3,
      0.3,
      0.7,
    ),
  ),
  path(arch(78, 420, 244, 370), 'none', { stroke: tint(accent, 0.6), 'stroke-width': 2, opacity: 0.8 }),
];

const bust = p => {
  const jaw = p.jaw ?? (p.woman ? 30 : 36);
  const skin = grad(
    [
      [0, tint(p.skin, 0.14)],
      [0.55, p.skin],
      [1, shade(p.skin, 0.14)],
    ],
    0,
    0,
    1,
    0.25,
  );
  const neck = [
    path('M-24 40L-26 108Q0 138 26 108L24 40Z', shade(p.skin, 0.1)),
    path('M-24 56Q0 88 24 56V72Q0 98-24 74Z', shade(p.skin, 0.26), { opacity: 0.7 }),
  ];
  const body = g({ transform: 'translate(0 -13)' }, garments[p.wear ?? 'kameez'](p));
  const headOnly = [path(face(jaw), skin), features(p)];
  if (p.woman) {
    const tight = p.cover === 'hijab';
    const { c, outline } = covering(p, tight);
    const drape = tight
      ? [
          path(
            'M-56 34C-46 74-22 80 0 80C22 80 46 74 56 34C74 80 92 116 104 140C60 186-50 190-104 140C-92 116-74 80-56 34Z',
            c,
          ),
          line('M-60 60C-30 110 30 116 62 70M-78 108C-30 150 40 150 84 104', shade(p.scarf, 0.3), 2.4, {
            opacity: 0.5,
          }),
        ]
      : [
          path(
            'M-70-60C-90 0-96 70-112 130C-130 160-150 190-160 240H-40C-58 190-74 120-62 40C-58 10-60-20-53-40L-70-60Z',
            c,
          ),
          path(
            'M70-60C88 0 96 70 120 122C140 144 160 176 166 204C110 236 10 236-62 190C-70 170-66 154-58 148C-10 180 38 174 68 138C80 104 66 70 62 40C58 10 60-20 53-40L70-60Z',
            c,
          ),
          line(
            'M-84 20C-92 80-104 140-122 200M-72 60C-78 120-72 180-58 236M76 30C84 84 96 120 108 140M-40 188C20 222 90 214 140 184M-10 206C40 222 100 220 150 200',
            shade(p.scarf, 0.3),
            2.4,
            { opacity: 0.5 },
          ),
          line(
            'M-51-42C-62-10-60 20-64 44C-74 120-58 190-42 238M51-42C60-10 58 20 63 42C67 70 80 104 68 138C38 174-10 180-58 148',
            tint(p.scarf, 0.45),
            3.4,
          ),
        ];
    return [
      path(outline, shade(p.scarf, 0.24)),
      neck,
      body,
      headOnly,
      tight
        ? [
            path(
              'M-54 10C-58-30-46-66 0-68C46-66 58-30 54 10C62-10 70-40 60-66C48-100-48-100-60-66C-70-40-62-10-54 10Z',
              c,
            ),
            line('M-52-20C-46-58 46-58 52-20', tint(p.scarf, 0.4), 3, { opacity: 0.6 }),
          ]
        : [
            path('M-54 6C-62-40-50-78 0-82C50-78 62-40 54 6C52-20 44-46 4-62C-40-48-52-20-54 6Z', p.hair),
            line('M2-80Q4-70 4-62', tint(p.hair, 0.25), 1.6),
            path(
              'M-70-58C-58-115 58-115 70-58C58-40 54-20 54-6C56-40 44-76 0-78C-44-76-56-40-54-6C-54-20-58-40-70-58Z',
              c,
            ),
          ],
      p.glasses ? spectacles(p, p.glasses === true ? undefined : p.glasses) : '',
      g({ transform: `translate(0 ${tight ? -6 : 0})` }, drape),
      p.nose ? circle((p.t ?? 0) * 1.6 - 10, 15, 2, C.marigold) : '',
    ];
  }
  return [
    p.cut === 'thin' || p.hat ? '' : path('M-56 10C-62-50-40-84 0-84C40-84 62-50 56 10Z', shade(p.hair, 0.1)),
    neck,
    body,
    ellipse(-54, -2, 9, 15, shade(p.skin, 0.04)),
    ellipse(54, -2, 9, 15, shade(p.skin, 0.16)),
    line('M-57-8q6 4 2 12M57-8q-6 4-2 12', shade(p.skin, 0.3), 1.8),
    headOnly,
    p.hat
      ? path(
          'M-57 0C-60-24-58-40-54-50L-46-46C-50-30-51-16-51-2ZM57 0C60-24 58-40 54-50L46-46C50-30 51-16 51-2Z',
          p.hair,
        )
      : path(hairCut[p.cut ?? 'short'], p.hair),
    p.hat || p.cut === 'thin'
      ? ''
      : line('M-34-78C-16-90 20-90 40-74M-44-62C-30-74-12-78 0-78', tint(p.hair, 0.25), 2.6, {
          opacity: 0.4,
        }),
    beard(p),
    p.beard ? moustache(p) : p.moustache ? moustache(p) : '',
    p.glasses ? spectacles(p, p.glasses === true ? undefined : p.glasses) : '',
    p.hat ? hats[p.hat](p.hatColor ?? '#fbf6ea', C.emerald) : '',
  ];
};

export const portrait = (back, accent, p) => () => [
  ground(back, accent),
  at(200 + (p.dx ?? 0), 188, p.s ?? 1.06, bust({ hair: '#261b18', skin: SKIN[1], ...p })),
  rect(
    0,
    0,
    400,
    400,
    radial(
      [
        [0, '#ffe7b5', 0.26],
        [1, '#ffe7b5', 0],
      ],
      0.15,
      0.05,
      0.8,
    ),
  ),
  rect(
    0,
    300,
    400,
    100,
    grad([
      [0, C.ink, 0],
      [1, C.ink, 0.16],
    ]),
  ),
];
