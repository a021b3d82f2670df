// Heads, from the front and from behind: face, hair, beard, headgear and dupatta.

import { C, mix, shade, tint } from '../palette.mjs';
import { circle, ellipse, g, grad, line, path } from '../svg.mjs';

const FACE =
  'M-11-6C-12-17 11-19 13-7C13.6-3 13.2 1 12.6 4C12 10 8.5 15.6 4 17C0 18-4 15.5-7 11C-10 7-10.6 0-11-6Z';

const faceMarks = (l, mood) => {
  const ink = shade(l.skin, 0.72);
  const closed = mood === 'calm' || mood === 'sleep';
  const eye = x =>
    closed
      ? line(`M${x - 2}-1q2 ${mood === 'calm' ? -2.2 : 1.8} 4 0`, ink, 1.1)
      : [ellipse(x, -1, 1.25, 1.75, ink), circle(x + 0.5, -1.6, 0.42, '#fff6e2')];
  const brow = l.old ? mix(l.hair, l.skin, 0.2) : shade(l.hair, 0.1);
  const sad = mood === 'sad';
  return [
    circle(1.5, 5.2, 3.2, '#d9644a', { opacity: l.kind === 'man' ? 0.14 : 0.24 }),
    circle(11, 5, 2.2, '#d9644a', { opacity: l.kind === 'man' ? 0.12 : 0.2 }),
    eye(3),
    eye(9.9),
    line(sad ? 'M1-5q2-1.8 4.2-1.8' : 'M.8-5.2q2.2-1.6 4.4-.5', brow, 1.2),
    line(sad ? 'M8.6-6.6q1.8 0 3 1.2' : 'M8.4-5.9q1.7-.9 3.2.2', brow, 1.2),
    line('M7.2-.2C8.6 2 9.8 3.8 8.4 4.6', shade(l.skin, 0.34), 1),
    mood === 'laugh'
      ? [
          path('M2.8 8.2Q6.6 9.4 10.2 7.9Q9.4 13 6.2 12.8Q3.6 12.4 2.8 8.2Z', '#6d2a26'),
          path('M3.4 8.4Q6.6 9.4 9.8 8.1Q9.2 9.8 6.6 9.9Q4.4 9.9 3.4 8.4Z', '#fff8ee'),
        ]
      : line(sad ? 'M4 10.2Q6.8 8.6 9.6 9.8' : 'M3.4 8.8Q6.8 11.8 10 8.5', mix('#8f3b32', ink, 0.25), 1.15),
    l.old ? line('M-2 3.5q1.4 1.6 1.2 3.6M1.6 1.8q1.4.8 2.8.2', shade(l.skin, 0.25), 0.6) : '',
  ];
};

const beards = {
  short:
    'M-8.5 2C-8.5 12-3 18.6 4 19C10 18.6 13.6 12 12.9 4.4C11.6 7.8 10.4 6.9 7.3 6.8C4 6.7 2 8.6 0 7.6C-4 6.4-6 5-8.5 2Z',
  long: 'M-8.5 2C-9.5 14-4 27 5 28C11 27 14.6 14 12.9 4.4C11.6 7.8 10.4 6.9 7.3 6.8C4 6.7 2 8.6 0 7.6C-4 6.4-6 5-8.5 2Z',
};

const MOUSTACHE = 'M2.2 8.2C4.6 5.4 6.8 6.2 7.2 6.8C8 6 10.6 6.2 11.6 8.2C9 8.4 5 9 2.2 8.2Z';

const headgear = {
  topi: c => [
    path(
      'M-13.4-6.5C-14-21-5-24 2-23.6C10-23 14.4-18 13.8-8.6C5-12-5-11.5-13.4-6.5Z',
      grad(
        [
          [0, tint(c, 0.1)],
          [1, shade(c, 0.16)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    line('M-13-9C-5-14 5-14.5 13.6-11.2', mix(c, C.emerald, 0.5), 1, { 'stroke-dasharray': '1.6 1.6' }),
  ],
  pagri: c => [
    path(
      'M-17-5C-21-22-10-30 1-29.5C14-29 19.5-18 15.4-6.6C6-12.4-6-11.5-17-5Z',
      grad(
        [
          [0, tint(c, 0.1)],
          [1, shade(c, 0.22)],
        ],
        0,
        0,
        1,
        0.3,
      ),
    ),
    line('M-17-9C-8-19 6-22 16-12M-15-16C-6-25 8-26 15-19M-10-23C-3-28 6-29 11-26', shade(c, 0.3), 1, {
      opacity: 0.6,
    }),
    line('M-16.6-6.6C-6-12.6 6-13 15.4-8', tint(c, 0.35), 1.2, { opacity: 0.6 }),
  ],
  jinnah: c => [
    path(
      'M-13.2-5.5C-15-17-12-26-6-27C2-28.4 10-27 13-24C14.6-19 14.6-13 13.8-8C5-12-5-11-13.2-5.5Z',
      grad(
        [
          [0, tint(c, 0.12)],
          [1, shade(c, 0.2)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    line('M-6-27C-3-22 4-20 13-22', shade(c, 0.4), 1, { opacity: 0.6 }),
  ],
  sports: c => [
    path('M-13-7C-14-20-6-23 1-23C9-23 14-18 13.8-9C5-12-5-11-13-7Z', c),
    path('M5-11.4C12-13 20-11 22-7.6C17-8.8 11-9 5-8.4Z', shade(c, 0.2)),
  ],
  bandage: c => [path('M-12-4C-13-13-5-19 3-18.6C10-18 13.8-14 13.6-8.6C5-12-5-10-12-4Z', c)],
};

export const head = (l, { mood = 'smile', back = false, patch = false } = {}) => {
  const hair = l.hair;
  const skin = grad(
    [
      [0, tint(l.skin, 0.1)],
      [0.6, l.skin],
      [1, shade(l.skin, 0.12)],
    ],
    0,
    0,
    1,
    0.5,
  );
  const d = l.dupatta;
  const cloth =
    d &&
    grad(
      [
        [0, tint(d, 0.12)],
        [0.55, d],
        [1, shade(d, 0.18)],
      ],
      0,
      0,
      1,
      0.4,
    );
  const neck = [path('M-7 6L-8 23Q0 30 8.5 23L7 12Z', shade(l.skin, 0.14))];
  const hood =
    'M-21 32C-23 14-21-2-17.6-12C-13.4-23-3-26 4-24.4C13-22 17-13 15.4-2C14.6 6 15 12 17 20C19 27 21 29 21 32Q0 42-21 32Z';
  if (back) {
    if (d && !l.bare)
      return [
        neck,
        path(hood, cloth),
        line('M-15-4C-8-14 6-16 13-6M-17 12C-8 4 8 4 15 12M-4-22C-8-6-8 14-6 30', shade(d, 0.3), 0.9, {
          opacity: 0.45,
        }),
      ];
    return [
      neck,
      ellipse(-13.4, 1, 3, 4, l.skin),
      ellipse(15.6, 1, 3, 4, shade(l.skin, 0.1)),
      path(
        l.plaits
          ? 'M-14 2C-17-20-6-23 2-22.5C12-22 17-16 15.5 2C15 10 12 13 8 14L2 10L-6 14C-10 13-13.4 9-14 2Z'
          : 'M-14 0C-17-20-6-23 2-22.5C12-22 18-16 16 0C15 7 12 11 8 11.5Q1 13.5-6 11.5C-11 11-13.4 6-14 0Z',
        hair,
      ),
      line(l.plaits ? 'M2-22V10' : 'M-6-17C-1-20 6-19 10-15', tint(hair, 0.2), 1.1, { opacity: 0.5 }),
      l.cap ? headgear[l.cap](l.capColor ?? C.white) : '',
      l.plaits ? plaits(l) : '',
    ];
  }
  const features = faceMarks(l, mood);
  const glasses = l.glasses
    ? g({ fill: '#ffffff', 'fill-opacity': 0.16, stroke: '#2b2522', 'stroke-width': 0.9 }, [
        circle(2.8, -0.7, 3.5, undefined),
        circle(10.2, -0.7, 3, undefined),
        line('M6.3-1.2h.9M-.7-1.2L-8 0', '#2b2522', 0.9),
      ])
    : '';
  const eyePatch = patch
    ? [path('M-.6-3.6h7v5.4q-3.5 2.4-7 0Z', '#fbf8f1'), line('M-10-6L-.6-3M6.4-3L13-7', '#fbf8f1', 1.2)]
    : '';
  if (d && !l.bare) {
    const strip = l.hijab
      ? ''
      : path(
          'M-9.6 5C-12.5-12-6-18.6 2-18.6C9-18.6 14-13 13.2-5C10.6-11.4 6.6-13.6 2.4-13.4C-4-13-8.4-8-8.4 4Z',
          hair,
        );
    const wrap = l.hijab
      ? path('M-9.5 6C-8 15-3 18.6 3 18.8C8 18.6 11.6 14 12.8 6L17 18L14 30H-12Z', cloth)
      : '';
    return [
      neck,
      path(hood, cloth),
      path(FACE, skin),
      strip,
      features,
      glasses,
      eyePatch,
      wrap,
      l.hijab ? line('M-10-8C-6-17 9-18 13-7', tint(d, 0.3), 1, { opacity: 0.5 }) : '',
      path(
        'M-21 32C-23 14-21-2-17.6-12C-14.4-20.4-8-24-3-24.8C-10-17-12-4-9.4 6C-7.6 14-4 18.6 2 21.6L9 33Q-8 38-21 32Z',
        cloth,
      ),
      line('M-16-6C-19 6-18 20-15 31M-12-12C-15 2-13 16-6 29', shade(d, 0.32), 0.9, { opacity: 0.45 }),
    ];
  }
  const child = l.kind === 'girl' || l.kind === 'boy';
  const crop = child
    ? 'M-14.4 3C-18-20-6-22.5 2-22C12-21.4 16.4-13 13.6-4.6C11-9 9-12 4-11C0-10-4-11.6-7-6C-8.4-3-8.6 1-9 3C-10 6-13.4 6.4-14.4 3Z'
    : 'M-14.6 3C-18.6-19-7-22.6 2-22C12-21.4 16.4-14 13.7-6C11.6-11 8-13.4 3-12.8C-2-12-6-11-7.5-5C-8-2-8.6 1-9 3C-10 6-13.4 6.4-14.6 3Z';
  return [
    l.plaits ? plaits(l) : '',
    neck,
    path(FACE, skin),
    path('M-13.6-8C-15 4-12 9-8 10L-7-8Z', hair),
    ellipse(-8.8, 2.6, 2.9, 4, l.skin),
    line('M-9.8 1.2q2 .4 1.2 3', shade(l.skin, 0.3), 0.7),
    l.bald
      ? path('M-14.6 3C-17-8-14-12-12-13C-10-8-9-3-9 3Z', hair)
      : path(
          l.kind === 'girl'
            ? 'M-14.4 6C-19-20-6-23 2-22.4C12-21.8 16.8-13 13.4-3C12.6-9 7-12.6 3-14.6C0-9-6-7-8.4-1L-9 6Z'
            : crop,
          hair,
        ),
    l.bald ? '' : line('M-9-14C-4-19 4-19.6 9-16.6', tint(hair, 0.22), 1.1, { opacity: 0.5 }),
    features,
    beards[l.beard] ? path(beards[l.beard], mix(hair, l.skin, 0.06)) : '',
    beards[l.beard]
      ? line(
          mood === 'sad' ? 'M4.4 10.2Q6.8 9 9.2 10' : 'M4 9.4Q6.8 11.6 9.6 9.2',
          mix('#b3645a', l.skin, 0.35),
          1.3,
        )
      : '',
    l.beard ? path(MOUSTACHE, shade(hair, 0.1)) : '',
    glasses,
    eyePatch,
    l.cap ? headgear[l.cap](l.capColor ?? C.white) : '',
    l.bun ? ellipse(-14, 3, 6, 6.5, hair) : '',
  ];
};

const plaits = l => [
  line('M-10 8C-15 16-14 22-13 32', l.hair, 5),
  line('M10 12C13 18 13 24 12.4 31', l.hair, 4),
  circle(-13, 31, 3.2, l.plaits),
  circle(12.4, 30, 2.8, l.plaits),
];
