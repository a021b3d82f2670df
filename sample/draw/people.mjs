// People. A figure is 200 units tall, stands on its origin and faces right; `f: -1` mirrors it.
// Hands are placed relative to the middle of the shoulders (x forward, y down); elbows follow by themselves.

import { C, mix, SKIN, shade, tint } from './palette.mjs';
import { at, circle, ellipse, g, grad, line, path, radial, rect, turn } from './svg.mjs';

// ---- looks -------------------------------------------------------------------------------------

const man = (kameez, more = {}) => ({
  kind: 'man',
  kameez,
  shalwar: tint(kameez, 0.16),
  hair: '#231a17',
  skin: SKIN[1],
  ...more,
});
const woman = (kameez, dupatta, more = {}) => ({
  kind: 'woman',
  kameez,
  dupatta,
  shalwar: tint(dupatta ?? kameez, 0.25),
  hair: '#221614',
  skin: SKIN[0],
  trim: tint(dupatta ?? C.marigold, 0.2),
  ...more,
});
const boy = (kameez, more = {}) => ({ ...man(kameez), kind: 'boy', headScale: 1.3, skin: SKIN[0], ...more });
const girl = (kameez, more = {}) => ({
  ...woman(kameez, undefined),
  kind: 'girl',
  headScale: 1.3,
  shalwar: C.white,
  plaits: C.red,
  skin: SKIN[3],
  ...more,
});
export const look = { man, woman, boy, girl };

/** A cast that keeps turning up, so that the pictures belong together. */
export const cast = {
  doctor: man('#7fa6a3', { coat: C.white, hair: '#2a211e', glasses: true, skin: SKIN[3] }),
  ladyDoctor: woman('#2f8079', '#e9d9c0', { coat: C.white, hijab: true, skin: SKIN[3] }),
  nurse: woman('#e9f1ea', '#0e6b4f', { coat: '#fdfdf9', hijab: true, skin: SKIN[0], trim: C.emerald }),
  nurse2: woman('#e9f1ea', '#4d7590', { coat: '#fdfdf9', hijab: true, skin: SKIN[1], trim: C.denim }),
  volunteer: man('#f0e6d0', { vest: C.emerald, beard: 'short', badge: true }),
  volunteer2: man('#cfdcd6', { vest: C.emerald, cap: 'topi', skin: SKIN[2], badge: true }),
  ladyVolunteer: woman('#d9a066', '#0e6b4f', { vest: C.emerald, badge: true, skin: SKIN[3] }),
  elder: man('#efe7d6', {
    hair: '#e9e4da',
    beard: 'long',
    cap: 'pagri',
    capColor: '#f7f1e3',
    skin: SKIN[2],
    vest: '#8a6a4a',
    old: true,
  }),
  elder2: man('#b9c4bd', {
    hair: '#dcd6cc',
    beard: 'short',
    cap: 'topi',
    glasses: true,
    skin: SKIN[1],
    old: true,
  }),
  farmer: man('#8fa5a0', { cap: 'pagri', capColor: C.clay, beard: 'moustache', skin: SKIN[4] }),
  worker: man('#a98c63', { skin: SKIN[4], beard: 'moustache', scarf: C.maroon }),
  youth: man('#3f6b8a', { skin: SKIN[0] }),
  youth2: man('#93485a', { skin: SKIN[1], beard: 'moustache' }),
  cook: man('#e8dcc2', { apron: C.emerald, cap: 'topi', beard: 'short', skin: SKIN[2] }),
  teacher: woman('#b8563f', '#f0d7a1', { skin: SKIN[3], glasses: true }),
  mother: woman('#0f7a63', '#e8a33d', { skin: SKIN[1] }),
  mother2: woman('#7a3b58', '#d98c8c', { skin: SKIN[0] }),
  mother3: woman('#d18a32', '#8f3b3b', { skin: SKIN[2] }),
  mother4: woman('#3d6d8c', '#f2e3c4', { skin: SKIN[3] }),
  grandma: woman('#a79bb0', '#f6f1e6', { hair: '#ded9d2', skin: SKIN[2], old: true, glasses: true }),
  trainee: woman('#c85f4a', '#f3c77a', { skin: SKIN[0] }),
  trainee2: woman('#2f8079', '#f6d9cf', { skin: SKIN[3] }),
  trainee3: woman('#8a7bb0', '#e6dcf0', { skin: SKIN[1] }),
  boy: boy('#4d7f9a'),
  boy2: boy('#d59a3d', { skin: SKIN[2] }),
  boy3: boy('#6f9a5c', { cap: 'topi', skin: SKIN[1] }),
  girl: girl('#d8705c'),
  girl2: girl('#4f9f97', { plaits: C.marigold, skin: SKIN[1] }),
  girl3: girl('#e3b04b', { plaits: C.emerald, skin: SKIN[0] }),
  schoolboy: boy('#a9c4d6', { shalwar: '#a9c4d6', skin: SKIN[1] }),
  schoolboy2: boy('#a9c4d6', { shalwar: '#a9c4d6', skin: SKIN[3], cap: 'topi' }),
  schoolgirl: girl('#a9c4d6', { sash: C.white, plaits: C.white }),
  schoolgirl2: girl('#a9c4d6', { sash: C.white, plaits: C.emerald, skin: SKIN[2] }),
};

// ---- joints ------------------------------------------------------------------------------------

const joint = ([ax, ay], [bx, by], l1, l2, bend) => {
  const dx = bx - ax;
  const dy = by - ay;
  const d0 = Math.hypot(dx, dy) || 0.01;
  const d = Math.min(Math.max(d0, Math.abs(l1 - l2) + 1), l1 + l2 - 0.5);
  const end = [ax + (dx / d0) * d, ay + (dy / d0) * d];
  const a = Math.acos((l1 * l1 + d * d - l2 * l2) / (2 * l1 * d)) * bend + Math.atan2(dy, dx);
  return { mid: [ax + l1 * Math.cos(a), ay + l1 * Math.sin(a)], end };
};

const tapered = (p, q, a, b) => {
  const t = Math.atan2(q[1] - p[1], q[0] - p[0]) + Math.PI / 2;
  const [c, s] = [Math.cos(t), Math.sin(t)];
  return `M${p[0] + c * a} ${p[1] + s * a}L${q[0] + c * b} ${q[1] + s * b}L${q[0] - c * b} ${q[1] - s * b}L${p[0] - c * a} ${p[1] - s * a}Z`;
};
const chain = (pts, w, fill, grow = 0) => [
  pts.slice(1).map((q, i) => path(tapered(pts[i], q, w[i] + grow, w[i + 1] + grow), fill)),
  pts.map((p, i) => circle(p[0], p[1], w[i] + grow, fill)),
];
/** A limb with a thin darker edge, open at its root, that keeps it apart from the cloth behind it. */
const limb = (pts, w, fill) => {
  const [a, b] = pts;
  const root = [a[0] + (b[0] - a[0]) * 0.32, a[1] + (b[1] - a[1]) * 0.32];
  return [
    chain([root, ...pts.slice(1)], [w[0] - 0.5, ...w.slice(1)], shade(fill, 0.3), 0.8),
    chain(pts, w, fill),
  ];
};

const hand = ([x, y], [ex, ey], skin) => {
  const deg = (Math.atan2(y - ey, x - ex) * 180) / Math.PI;
  return turn(deg, x, y, [
    ellipse(x + 3.5, y, 5.6, 4.1, skin),
    ellipse(x + 4, y - 3.4, 3.4, 1.6, shade(skin, 0.07), { transform: `rotate(-24 ${x + 4} ${y - 3.4})` }),
  ]);
};

// ---- head --------------------------------------------------------------------------------------

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

const head = (l, { mood = 'smile', back = false, patch = false } = {}) => {
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

// ---- body --------------------------------------------------------------------------------------

const cloth = (c, f, deep = 0.2) =>
  f > 0
    ? grad(
        [
          [0, tint(c, 0.16)],
          [0.45, c],
          [1, shade(c, deep)],
        ],
        0,
        0,
        1,
        0,
      )
    : grad(
        [
          [0, tint(c, 0.16)],
          [0.45, c],
          [1, shade(c, deep)],
        ],
        1,
        0,
        0,
        0,
      );

const BODY = {
  man: {
    near: [-16.5, 8],
    far: [16, 8],
    top: 'M-8-3C-16-2-22 1-25 8C-25 26-23 44-23 70H23C23 44 25 26 25 8C22 1 16-2 8-3Q0 4-8-3Z',
  },
  woman: {
    near: [-13.5, 8],
    far: [13.5, 8],
    top: 'M-7-3C-14-2-19 1-21.5 8C-21 22-18 34-18.5 44C-19.5 54-21 62-22 70H22C21 62 19.5 54 18.5 44C18 34 21 22 21.5 8C19 1 14-2 7-3Q0 4-7-3Z',
  },
};
BODY.boy = BODY.man;
BODY.girl = BODY.woman;

const PRESET = {
  down: { near: [-23, 67], far: [22, 67] },
  hold: { near: [24, 40], far: [30, 38] },
  low: { near: [20, 56], far: [26, 54] },
  lap: { near: [26, 60], far: [34, 58] },
  give: { near: [46, 26], far: [50, 24] },
  back: { near: [-20, 56], far: [10, 50] },
  chest: { near: [8, 24], far: [10, 22] },
  pray: { near: [22, 12], far: [27, 11] },
};

const feet = (l, a, b) => {
  const c = l.shoes ?? '#4a3124';
  const one = ([x, y]) => path(`M${x - 8} ${y}c0-7 5-9 10-7.5l7 4c3.4 1.2 4 3.5 2 3.5Z`, c);
  return [one(b), one(a)];
};

const foldLines = (d, c, o = 0.4) => line(d, shade(c, 0.35), 1, { opacity: o });

const legs = (l, pose, f) => {
  const sh = cloth(l.shalwar, f, 0.24);
  const k = cloth(l.kameez, f);
  const wide = l.kind === 'woman' || l.kind === 'girl';
  const coat = l.coat;
  const outer = coat ? cloth(coat, f, 0.12) : k;
  const outerC = coat ?? l.kameez;
  if (pose === 'walk') {
    return {
      hip: -87,
      under: [
        feet(l, [23, 0], [-19, -3]),
        limb(
          [
            [3, 4 - 87],
            [-6, -44],
            [-18, -13],
          ],
          [13, 11.5, 6.4],
          shade(l.shalwar, 0.16),
        ),
        limb(
          [
            [-2, 4 - 87],
            [10, -44],
            [20, -12],
          ],
          [14, 12.5, 6.8],
          l.shalwar,
        ),
      ],
      over: [
        path(
          wide
            ? 'M-21-90C-24-70-31-52-35-40Q-4-31 30-42C27-58 24-72 22-90Z'
            : 'M-22-90C-24-70-27-58-29-47Q0-40 27-50C26-64 25-74 23-90Z',
          outer,
        ),
        foldLines('M-8-86C-10-70-14-58-16-44M10-86C12-70 15-58 16-46', outerC),
        l.trim && !coat ? line('M-33.6-44Q-4-35 29-46', l.trim, 4.5) : '',
      ],
    };
  }
  if (pose === 'run') {
    return {
      hip: -90,
      under: [
        path('M-60-46c-6-4-6-12-1-16l10 6l2 14Z', l.shoes ?? '#4a3124'),
        feet(l, [38, -2], [38, -2]),
        limb(
          [
            [2, -84],
            [-14, -48],
            [-46, -46],
          ],
          [13, 11.5, 6.4],
          shade(l.shalwar, 0.16),
        ),
        limb(
          [
            [0, -84],
            [26, -54],
            [35, -14],
          ],
          [14, 12.5, 6.8],
          l.shalwar,
        ),
      ],
      over: [
        path(
          wide
            ? 'M-21-93C-26-74-38-60-46-52Q-6-32 34-46C32-62 26-76 22-93Z'
            : 'M-22-93C-25-76-33-64-39-57Q-4-42 32-52C30-66 26-78 23-93Z',
          outer,
        ),
        foldLines('M-8-88C-12-74-20-62-26-54M10-88C13-74 18-62 20-50', outerC),
        l.trim && !coat ? line('M-44-56Q-6-36 33.4-50', l.trim, 4.5) : '',
      ],
    };
  }
  if (pose === 'chair') {
    return {
      hip: -54,
      under: [
        feet(l, [44, 0], [52, -3]),
        limb(
          [
            [6, -58],
            [49, -56],
            [49, -13],
          ],
          [13, 12, 7],
          shade(l.shalwar, 0.14),
        ),
        limb(
          [
            [-2, -54],
            [42, -53],
            [40, -12],
          ],
          [15, 13, 7.4],
          l.shalwar,
        ),
      ],
      over: [
        path(
          wide
            ? 'M-22-66C-27-50-26-40-22-36C0-32 26-32 38-30L56-14C62-34 60-58 48-66C36-72 20-70 20-70Z'
            : 'M-23-66C-27-50-26-42-22-38C0-34 22-38 36-36L54-40C60-52 56-64 46-67C34-71 20-70 20-70Z',
          outer,
        ),
        foldLines('M22-64C36-62 46-54 50-40M-14-44C6-38 22-42 34-40', outerC),
        l.trim && !coat ? line('M38.5-31.5L55.5-16', l.trim, 4) : '',
      ],
    };
  }
  if (pose === 'floor') {
    return {
      hip: -16,
      under: [
        path('M-50-2C-56-16-34-30-12-30H14C34-30 58-16 52-2C46 8-44 8-50-2Z', sh),
        path('M-30 2C-10-14 26-16 44-4C38 8-20 10-30 2Z', shade(l.shalwar, 0.12)),
        ellipse(-34, 1, 12, 5, l.skin),
        ellipse(36, 3, 11, 4.5, shade(l.skin, 0.1)),
        foldLines('M-44-6C-34-18-22-22-10-22M46-8C38-18 26-22 14-23', l.shalwar),
      ],
      over: [
        path(
          wide
            ? 'M-22-24C-32-14-38-6-40-2Q0 10 42-3C38-10 32-16 22-24Z'
            : 'M-23-24C-30-16-33-10-34-6Q0 2 36-8C34-12 30-18 23-24Z',
          outer,
        ),
        foldLines('M-12-20C-18-12-22-6-24-1M12-20C18-12 22-8 26-3', outerC),
        l.trim && !coat ? line('M-38-3Q0 8 40-4.5', l.trim, 3.5) : '',
      ],
    };
  }
  if (pose === 'kneel') {
    return {
      hip: -40,
      under: [
        path('M-50-2C-46-16-20-20-6-22L20-38C34-30 38-8 30-1C10 5-30 3-50-2Z', sh),
        ellipse(-48, -4, 9, 5, l.shoes ?? '#4a3124'),
        foldLines('M26-24C28-14 24-6 16-3M-30-8C-14-10 0-10 10-8', l.shalwar),
      ],
      over: [
        path('M-22-50C-32-34-40-20-43-10Q-6 6 30-6C36-18 30-36 22-50Z', outer),
        foldLines('M-10-44C-16-30-22-18-26-6M10-44C16-30 18-18 18-4', outerC),
        l.trim && !coat ? line('M-42-12Q-6 3 31-8', l.trim, 3.5) : '',
      ],
    };
  }
  return {
    hip: -88,
    under: [
      feet(l, [-8, 0], [10, -2]),
      path(
        'M-20-90L-23-34C-23-22-17-14-15-6Q-9-2-3-6C-3-16-1-30 1-42C3-30 4-16 4-7Q10-3 16-7C18-16 23-24 23-36L20-90Z',
        sh,
      ),
      foldLines('M-14-40C-13-26-11-16-9-8M12-40C13-26 12-16 10-8', l.shalwar, 0.5),
    ],
    over: [
      path(
        wide
          ? 'M-22-90C-23-74-28-56-31-42Q0-35 31-43C28-58 23-74 22-90Z'
          : 'M-23-90C-23-74-26-60-27-50Q0-44 28-51C26-62 24-74 23-90Z',
        outer,
      ),
      foldLines('M-10-86C-11-70-14-56-15-46M8-86C9-72 11-58 12-46', outerC),
      l.trim && !coat
        ? [
            line('M-30-46Q0-39 30-47', l.trim, 4.5),
            line('M-29.4-48.4Q0-41.6 29.4-49.4', shade(l.trim, 0.3), 0.8, { 'stroke-dasharray': '1.5 3' }),
          ]
        : '',
    ],
  };
};

/**
 * One figure. Options: x, y (ground), s (size), f (1 right, -1 left), pose (stand, walk, run, chair, floor, kneel),
 * lean (degrees forward), near/far (hand places), hands (a preset), nod (head turn in degrees), mood, back,
 * hold (draws what is carried, given the hands), heldOver (it is in front of them).
 */
export const person = (l, o = {}) => {
  const {
    x = 0,
    y = 0,
    s = 1,
    f = 1,
    pose = 'stand',
    lean = 0,
    hands = 'down',
    nod = 0,
    mood,
    back = false,
  } = o;
  const shape = BODY[l.kind];
  const base = legs(l, pose, f);
  const hs = l.headScale ?? 1;
  // Seen from behind, hands at work are hidden by the body and only the elbows show.
  const hidden = ([, hy]) => back && hy > 0 && hy <= 58;
  const wanted = { near: o.near ?? PRESET[hands].near, far: o.far ?? PRESET[hands].far };
  const nearHand = hidden(wanted.near) ? [-9, 46] : wanted.near;
  const farHand = hidden(wanted.far) ? [9, 46] : wanted.far;
  const sleeve = l.coat ?? l.kameez;
  const arm = (shoulder, target, dark, bend = o.bend ?? 1) => {
    // a hanging arm is drawn as long as it hangs, so that nobody seems to stand with hands on hips
    const drop = Math.hypot(target[0] - shoulder[0], target[1] - shoulder[1]);
    const hangs = target[1] > 50 && target[0] < 28 && drop < 60;
    const reach = hangs ? (drop + 1.4) / 60 : 1;
    const { mid, end } = joint(shoulder, target, 31 * reach, 29 * reach, bend);
    const c = dark ? shade(sleeve, 0.12) : sleeve;
    const cut = [end[0] - (end[0] - mid[0]) * 0.16, end[1] - (end[1] - mid[1]) * 0.16];
    const bare = l.short ? [mid, cut] : null;
    return {
      end,
      svg: [
        bare ? limb([mid, cut], [5.5, 4.4], l.skin) : '',
        hand(end, mid, dark ? shade(l.skin, 0.06) : l.skin),
        limb(bare ? [shoulder, mid] : [shoulder, mid, cut], bare ? [8.4, 7.6] : [8.2, 7.4, 5.6], c),
        l.trim && !bare ? circle(cut[0], cut[1], 5.2, l.trim) : '',
        l.trim && !bare
          ? circle(cut[0] - (cut[0] - mid[0]) * 0.1, cut[1] - (cut[1] - mid[1]) * 0.1, 5.5, c)
          : '',
      ],
    };
  };
  const near = arm(shape.near, nearHand, false);
  const far = arm(shape.far, farHand, true, hidden(wanted.far) ? -1 : undefined);
  const held = o.hold ? turn(-lean, near.end[0], near.end[1], o.hold(near.end, far.end)) : '';
  const outerC = l.coat ?? l.kameez;
  const d = l.dupatta;
  const dc = d && cloth(d, f);
  const front = back
    ? ''
    : [
        l.coat
          ? [
              path('M-6-3L2 28L10-3Q2 5-6-3Z', l.kameez),
              line('M2 28L3 74M-7-2L2 28L11-2', shade(l.coat, 0.3), 1, { opacity: 0.7 }),
              rect(9, 40, 11, 10, 'none', { stroke: shade(l.coat, 0.25), 'stroke-width': 0.8, rx: 1.5 }),
              l.kind === 'man' && !l.noScope
                ? line('M-4 0C-7 14-2 22 3 22C8 22 12 14 9 0', '#3d4b49', 1.8)
                : '',
              l.kind === 'man' && !l.noScope ? circle(3, 23.4, 2.8, '#8fa09c') : '',
            ]
          : [
              l.kind === 'man' || l.kind === 'boy'
                ? line('M2 3V34', shade(l.kameez, 0.3), 1, { opacity: 0.6 })
                : path('M-5 1Q2 16 9 1', 'none', {
                    stroke: l.trim ?? tint(l.kameez, 0.4),
                    'stroke-width': 2.4,
                  }),
              l.kind === 'man' || l.kind === 'boy'
                ? [8, 17, 26].map(v => circle(2, v, 0.9, shade(l.kameez, 0.45)))
                : '',
              l.kind === 'man' ? path('M-8-3Q2 8 10-3L8-6Q2 2-6-6Z', tint(l.kameez, 0.25)) : '',
            ],
        l.vest
          ? [
              path('M-9-3C-16-2-20 2-22.5 8C-22 30-21 44-21.5 58L-2 60L1 18Z', cloth(l.vest, f)),
              path('M10-3C16-2 20 2 22.5 8C22 30 21 44 21.5 58L6 60L3 18Z', shade(l.vest, 0.16)),
              l.badge ? circle(-12, 20, 3.6, C.marigold) : '',
            ]
          : '',
        l.apron ? path('M-13 8L15 8L17 32L24 74L30 98Q0 106-26 98L-21 74L-17 32Z', cloth(l.apron, f)) : '',
        l.sash ? path('M-14-1L-6-3L18 40L20 56L10 50Z', l.sash) : '',
        l.scarf
          ? [
              path('M-12-4Q2 8 14-4L17 3Q3 18-15 4Z', l.scarf),
              path('M-11 4L-3 8L-5 42L-14 40Z', shade(l.scarf, 0.1)),
            ]
          : '',
        d && !l.coat
          ? [
              path('M-20 3C-12-8 12-10 20 1C20 14 10 26 1 27C-9 27-19 16-20 3Z', dc),
              line('M-17 7C-8 18 8 18 17 6M-12 12C-4 22 6 22 12 14', shade(d, 0.3), 0.9, { opacity: 0.5 }),
            ]
          : '',
      ];
  const backDrape =
    d && !l.coat && !back
      ? path('M-10-2C-24 6-31 40-30 78Q-23 84-15 78C-18 50-14 20-4 4Z', shade(d, 0.16))
      : '';
  const torso = [
    path(shape.top, cloth(outerC, f, l.coat ? 0.12 : 0.2)),
    foldLines('M-20 30C-12 38-6 42 0 44M18 40C12 48 8 52 2 54', outerC, 0.22),
    front,
    back && d ? path('M-21 2C-12-8 12-8 21 2C24 26 20 52 14 66C4 72-8 70-14 64C-21 50-24 26-21 2Z', dc) : '',
    back && l.vest
      ? path(
          'M-9-3C-16-2-20 2-22.5 8C-22 30-21 44-21.5 60H21.5C21 44 22 30 22.5 8C20 2 16-2 9-3Z',
          cloth(l.vest, f),
        )
      : '',
    back && l.bag
      ? [
          rect(-17, 8, 34, 42, l.bag, { rx: 8 }),
          rect(-12, 26, 24, 18, shade(l.bag, 0.15), { rx: 4 }),
          line('M-12 8V0M12 8V0', shade(l.bag, 0.3), 3),
        ]
      : '',
  ];
  const headSvg = at(
    2.5 + (hs - 1) * 2,
    -22.8 - (hs - 1) * 12,
    hs,
    turn(nod, 0, 18, head(l, { mood, back, patch: o.patch })),
  );
  const raised = nearHand[1] < 10;
  const tucked = hidden(wanted.near);
  const upper = g({ transform: `translate(0 ${base.hip}) rotate(${lean}) translate(0 -69)` }, [
    backDrape,
    far.svg,
    tucked ? near.svg : '',
    torso,
    raised ? headSvg : '',
    o.heldOver ? '' : held,
    tucked ? '' : near.svg,
    raised ? '' : headSvg,
    o.heldOver ? held : '',
  ]);
  return at(x, y, s * f, [base.under, base.over, upper], s);
};

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
