// Portraits: busts on a quiet girih ground, 400 by 400. Everyone is invented; each stands for a role, not a person.

import { arch } from './buildings.mjs';
import { girih, star } from './girih.mjs';
import { sprout } from './marks.mjs';
import { C, mix, SKIN, shade, tint } from './palette.mjs';
import { at, circle, clip, ellipse, g, grad, gradAt, line, path, radial, rect, times } from './svg.mjs';

const across = (c, d = 0.22) =>
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

const face = jaw =>
  `M-53-22C-56-80 56-80 53-22C53 8 ${jaw + 14} 36 ${jaw} 54C${jaw - 14} 72 ${-jaw + 14} 72 ${-jaw} 54C${-jaw - 14} 36-53 8-53-22Z`;

const eye = (x, p) => {
  const open = p.eyes ?? 1;
  const ink = shade(p.skin, 0.76);
  const h = 7.4 * open;
  return [
    path(`M${x - 12}-6Q${x}${-6 - h - 3} ${x + 12}-6Q${x} ${-6 + h} ${x - 12}-6Z`, '#fdf6ea'),
    clip(path(`M${x - 12}-6Q${x}${-6 - h - 3} ${x + 12}-6Q${x} ${-6 + h} ${x - 12}-6Z`, '#fff'), [
      circle(x + (p.t ?? 0) * 0.3, -7, 6.2, '#4a2c1c'),
      circle(x + (p.t ?? 0) * 0.3, -7, 3.2, '#1d120d'),
      circle(x + (p.t ?? 0) * 0.3 + 2.2, -9.4, 1.7, '#fff8ea'),
    ]),
    line(`M${x - 13}-5Q${x}${-6 - h - 4.4} ${x + 13}-5.6`, ink, p.woman ? 3.2 : 2.6),
    line(`M${x - 10}-17Q${x}-21 ${x + 10}-16.4`, shade(p.skin, 0.2), 1.2, { opacity: 0.7 }),
    p.old ? line(`M${x - 10} 5Q${x} 9 ${x + 9} 4`, shade(p.skin, 0.26), 1.3, { opacity: 0.8 }) : '',
  ];
};

const features = p => {
  const t = p.t ?? 0;
  const brow = p.old ? mix(p.hair, '#8d857a', 0.3) : shade(p.hair, 0.1);
  const bw = p.woman ? 4 : 5.6;
  const lip = p.woman ? '#b0524a' : mix('#a2564a', p.skin, 0.35);
  const deep = shade(p.skin, 0.3);
  const blush = radial([
    [0, '#dc6a4e', p.woman ? 0.42 : 0.26],
    [1, '#dc6a4e', 0],
  ]);
  return [
    ellipse(-31 + t * 0.6, 18, 18, 14, blush),
    ellipse(31 + t * 1.1, 18, 17, 14, blush),
    eye(-22 + t, p),
    eye(22 + t, p),
    line(`M${-36 + t}-25Q${-23 + t}-33 ${-10 + t}-26`, brow, bw),
    line(`M${10 + t}-26Q${23 + t}-33 ${36 + t}-25`, brow, bw),
    path(
      `M${-3 + t}-12C${-1 + t} 2 ${-7 + t * 1.5} 12 ${-10 + t * 1.6} 17C${-6 + t * 1.6} 23 ${8 + t * 1.6} 23 ${11 + t * 1.6} 17C${9 + t * 1.5} 12 ${7 + t * 1.4} 8 ${5 + t}-8Z`,
      shade(p.skin, 0.05),
    ),
    line(
      `M${-10 + t * 1.6} 16.5Q${-7 + t * 1.6} 22 ${-2 + t * 1.6} 20.4Q${1 + t * 1.6} 23 ${5 + t * 1.6} 20.4Q${9 + t * 1.6} 22 ${11 + t * 1.6} 16.5`,
      deep,
      2,
    ),
    line(`M${5 + t}-9C${6 + t} 0 ${8 + t * 1.4} 8 ${10 + t * 1.6} 14`, deep, 1.4, { opacity: 0.55 }),
    p.smile === 'wide'
      ? [
          path(
            `M${-20 + t} 36Q${t} 40 ${20 + t} 36Q${14 + t} 52 ${t} 52Q${-14 + t} 52 ${-20 + t} 36Z`,
            '#7b2d28',
          ),
          path(
            `M${-17 + t} 37Q${t} 41 ${17 + t} 37Q${14 + t} 44 ${t} 44.6Q${-14 + t} 44 ${-17 + t} 37Z`,
            '#fffaf0',
          ),
          line(`M${-21 + t} 35.6Q${t} 40 ${21 + t} 35.6`, shade(lip, 0.15), 2.2),
        ]
      : [
          path(
            `M${-17 + t} 38Q${-6 + t} 33.6 ${t} 36Q${6 + t} 33.6 ${17 + t} 38Q${8 + t} 46.6 ${t} 46.6Q${-8 + t} 46.6 ${-17 + t} 38Z`,
            lip,
          ),
          line(`M${-20 + t} 36.6Q${t} 44 ${20 + t} 36.6`, shade(lip, 0.4), 1.8),
        ],
    line(`M${-29 + t} 26Q${-26 + t} 34 ${-28 + t} 41M${29 + t} 26Q${26 + t} 34 ${28 + t} 41`, deep, 1.6, {
      opacity: p.old ? 0.75 : p.woman ? 0 : 0.22,
    }),
    p.old
      ? line(
          `M${-22 + t}-44Q${t}-48 ${22 + t}-44M${-17 + t}-52Q${t}-55 ${17 + t}-52`,
          shade(p.skin, 0.22),
          1.4,
          { opacity: 0.6 },
        )
      : '',
  ];
};

const spectacles = (p, c = '#2b2522') => {
  const t = p.t ?? 0;
  return g({ fill: '#ffffff', 'fill-opacity': 0.12, stroke: c, 'stroke-width': 3 }, [
    rect(-39 + t, -20, 32, 27, undefined, { rx: 12 }),
    rect(7 + t, -20, 32, 27, undefined, { rx: 12 }),
    line(`M${-7 + t}-10Q${t}-14 ${7 + t}-10M${-39 + t}-10L-53-13M${39 + t}-10L53-13`, c, 3),
  ]);
};

const beard = p => {
  const c = p.hair;
  const t = p.t ?? 0;
  const lower = { stubble: 66, short: 76, full: 92, long: 124 }[p.beard];
  if (!lower) return '';
  return [
    path(
      `M-53-12C-55 22-48 ${lower - 26}-30 ${lower - 8}Q0 ${lower + 12} 30 ${lower - 8}C48 ${lower - 26} 55 22 53-12C50 12 44 20 36 25Q${20 + t} 27 ${t} 28.5Q${-20 + t} 27-36 25C-44 20-50 12-53-12Z`,
      p.beard === 'stubble' ? c : across(c, 0.16),
      { opacity: p.beard === 'stubble' ? 0.3 : 1 },
    ),
    p.beard === 'stubble'
      ? ''
      : g(
          { opacity: 0.35 },
          [-26, -13, 0, 13, 26].map(x =>
            line(
              `M${x} ${54}q${x * 0.1} ${(lower - 54) * 0.4} ${-x * 0.12} ${(lower - 54) * 0.85}`,
              shade(c, 0.4),
              1.6,
            ),
          ),
        ),
    p.beard === 'stubble'
      ? ''
      : [
          path(
            `M${-18 + t} 37.5Q${t} 33.6 ${18 + t} 37.5Q${t} 47 ${-18 + t} 37.5Z`,
            mix('#b26457', p.skin, 0.2),
          ),
          line(`M${-18 + t} 37Q${t} 43 ${18 + t} 37`, '#6b3029', 1.8),
        ],
  ];
};
const moustache = p => {
  const t = p.t ?? 0;
  return path(
    `M${-25 + t} 36C${-20 + t} 24 ${-6 + t} 24 ${t} 28C${6 + t} 24 ${20 + t} 24 ${25 + t} 36C${14 + t} 33 ${6 + t} 35 ${t} 34.6C${-6 + t} 35 ${-14 + t} 33 ${-25 + t} 36Z`,
    shade(p.hair, 0.06),
  );
};

const hairCut = {
  short:
    'M-57-4C-66-60-48-92-4-94C44-96 66-62 57-4C54-20 51-34 44-46C22-50 2-50-16-58C-30-46-46-40-50-24C-53-16-55-10-57-4Z',
  parted: 'M-57 0C-68-56-50-98 2-98C52-98 66-56 57 0C54-24 50-40 40-52C10-48-12-62-20-70C-26-56-48-46-52-20Z',
  thin: 'M-57 4C-64-30-60-48-50-58C-46-44-50-26-52-10ZM57 4C64-30 60-48 50-58C46-44 50-26 52-10Z',
  wavy: 'M-58 2C-70-40-60-84-30-92C-16-104 22-104 36-92C62-82 70-40 58 2C56-18 54-34 46-44C36-42 30-52 20-50C8-48 0-58-12-52C-24-48-34-52-44-42C-52-32-56-16-58 2Z',
};

const hats = {
  topi: (c, e) => [
    path('M-58-34C-60-92-38-104 0-105C38-104 60-92 58-34C30-52-30-52-58-34Z', across(c, 0.14)),
    line('M-58-40C-30-57 30-57 58-40', e, 4, { 'stroke-dasharray': '7 5' }),
    times(5, i => star(-40 + i * 20, -72 - (2 - Math.abs(2 - i)) * 4, 7, e, { opacity: 0.75 })),
  ],
  pagri: c => [
    path('M-66-24C-84-84-50-126 2-126C56-126 82-84 66-24C34-54-34-54-66-24Z', across(c, 0.26)),
    line(
      'M-67-34C-40-76 34-90 68-46M-66-56C-30-100 40-104 66-72M-52-90C-24-116 30-118 50-102',
      shade(c, 0.32),
      3,
      { opacity: 0.55 },
    ),
    line('M-64-28C-32-56 32-56 64-28M-62-44C-30-84 36-90 66-58', tint(c, 0.4), 2.4, { opacity: 0.6 }),
  ],
  jinnah: c => [
    path(
      'M-57-30C-62-78-54-116-40-122C-10-130 24-128 46-118C58-100 60-60 57-30C30-50-30-50-57-30Z',
      across(c, 0.25),
    ),
    line('M-40-122C-26-98 20-92 46-118', shade(c, 0.45), 3),
    g(
      { opacity: 0.35 },
      times(18, i => circle(-44 + ((i * 23) % 92), -50 - ((i * 17) % 58), 3.4, tint(c, 0.3))),
    ),
  ],
};

const shoulders =
  'M-170 240C-166 176-120 142-58 124C-34 116-26 108-24 92H24C26 108 34 116 58 124C120 142 166 176 170 240Z';

const garments = {
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

const covering = (p, tight) => {
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

const portrait = (back, accent, p) => () => [
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

export const team = {
  chairman: portrait('#1c6b54', '#e6cf9f', {
    skin: SKIN[1],
    hair: '#e6e1d8',
    old: true,
    beard: 'short',
    hat: 'jinnah',
    hatColor: '#3a3230',
    wear: 'waistcoat',
    cloth: '#f2ead8',
    vest: '#2c3f38',
    t: 2,
    glasses: true,
  }),
  womenWingLead: portrait('#9b4a3f', '#f0cf9f', {
    woman: true,
    skin: SKIN[3],
    cloth: '#7a2f45',
    trim: C.marigold,
    wear: 'embroidered',
    scarf: '#e9c06f',
    t: -3,
    smile: 'closed',
  }),
  clinicCoordinator: portrait('#2f7f79', '#e9dcc0', {
    skin: SKIN[3],
    hair: '#2b201c',
    cut: 'parted',
    wear: 'coat',
    scope: true,
    cloth: '#8fb3b8',
    glasses: true,
    t: 3,
    beard: 'stubble',
  }),
  headNurse: portrait('#6f8f86', '#f3e3c6', {
    woman: true,
    cover: 'hijab',
    skin: SKIN[0],
    cloth: '#dfe9e2',
    wear: 'coat',
    scarf: '#0e6b4f',
    t: 2,
    smile: 'wide',
  }),
  schoolsCoordinator: portrait('#c98a3b', '#f4e4c4', {
    woman: true,
    skin: SKIN[1],
    cloth: '#2f6f86',
    trim: '#f0d7a1',
    wear: 'embroidered',
    scarf: '#f4ead6',
    glasses: '#5a3327',
    t: 3,
  }),
  kitchenManager: portrait('#8a5a3c', '#ecd3a3', {
    skin: SKIN[4],
    hair: '#241a16',
    beard: 'full',
    hat: 'topi',
    cloth: '#c9d3c4',
    wear: 'waistcoat',
    vest: '#0e6b4f',
    t: -3,
    smile: 'wide',
  }),
  accountsOfficer: portrait('#4d6f86', '#eadfc8', {
    skin: SKIN[5],
    hair: '#3a2a22',
    cut: 'short',
    moustache: true,
    cloth: '#dfe4e0',
    wear: 'waistcoat',
    vest: '#35454f',
    t: 3,
    glasses: '#3a3f44',
  }),
  volunteerLead: portrait('#5d8f58', '#f1dfb5', {
    skin: SKIN[2],
    hair: '#1f1715',
    cut: 'wavy',
    beard: 'stubble',
    cloth: '#e2a24a',
    t: -4,
    smile: 'wide',
  }),
};

export const voices = {
  voiceMother: portrait('#b5694b', '#f1d6a8', {
    woman: true,
    skin: SKIN[2],
    cloth: '#0f7a63',
    trim: C.marigold,
    wear: 'embroidered',
    scarf: '#d98c3f',
    t: 3,
    nose: true,
    smile: 'wide',
  }),
  voiceFarmer: portrait('#7d8a3f', '#f0dfae', {
    skin: SKIN[4],
    hair: '#cfc9be',
    old: true,
    moustache: true,
    beard: 'short',
    hat: 'pagri',
    hatColor: '#c96a45',
    wear: 'shawl',
    cloth: '#d8d2c0',
    shawl: '#8a6a4a',
    t: -3,
  }),
  voiceStudent: portrait('#3f7f96', '#efe0c0', {
    woman: true,
    skin: SKIN[0],
    jaw: 29,
    cloth: '#a9c4d6',
    trim: '#ffffff',
    wear: 'embroidered',
    scarf: '#fbf8f1',
    t: -2,
    smile: 'wide',
    s: 1.0,
  }),
  voiceTailor: portrait('#7a4b66', '#f0d5bd', {
    woman: true,
    skin: SKIN[3],
    cloth: '#c85f4a',
    trim: '#f3c77a',
    wear: 'embroidered',
    scarf: '#c9a2b8',
    t: 2,
  }),
  voiceGrandfather: portrait('#5b6f69', '#ead9b6', {
    skin: SKIN[1],
    hair: '#f1ede4',
    old: true,
    beard: 'long',
    hat: 'topi',
    cloth: '#eee6d4',
    wear: 'shawl',
    shawl: '#4f6f66',
    glasses: '#6b5138',
    t: 2,
    eyes: 0.8,
  }),
};

export const placeholderPerson = () => [
  rect(
    0,
    0,
    400,
    400,
    grad([
      [0, '#eef0e4'],
      [1, '#d5ded0'],
    ]),
  ),
  rect(0, 0, 400, 400, girih('#0e6b4f', { size: 64, width: 1.6, opacity: 0.16 })),
  path(arch(66, 420, 268, 388), '#fbf8f1', { opacity: 0.85 }),
  at(
    200,
    196,
    1.06,
    g({ opacity: 0.9 }, [
      path(
        'M-170 240C-166 176-120 142-58 124C-34 116-26 108-24 92V40H24V92C26 108 34 116 58 124C120 142 166 176 170 240Z',
        grad([
          [0, '#8fb3a2'],
          [1, '#6d9987'],
        ]),
      ),
      path('M-52-18C-54-92 54-92 52-18C52 30 28 66 0 66C-28 66-52 30-52-18Z', '#a9c5b6'),
    ]),
  ),
];

export const placeholderPicture = (w, h) => [
  rect(
    0,
    0,
    w,
    h,
    grad(
      [
        [0, '#f6f1e3'],
        [1, '#e6e2cf'],
      ],
      0,
      0,
      1,
      1,
    ),
  ),
  rect(0, 0, w, h, girih('#0e6b4f', { size: 120, width: 2, opacity: 0.2, fill: '#0e6b4f0a' })),
  circle(
    w / 2,
    h / 2,
    330,
    radial([
      [0, '#f6f1e3', 0.95],
      [0.6, '#f6f1e3', 0.7],
      [1, '#f6f1e3', 0],
    ]),
  ),
  star(w / 2, h / 2, 120, '#dfe8d8', { stroke: '#0e6b4f', 'stroke-width': 3, 'stroke-opacity': 0.4 }),
  sprout(w / 2, h / 2, 104, '#fbf8f1', '#8fb8a2'),
];
