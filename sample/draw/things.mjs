// What people use, carry and give. Each thing stands on its origin unless its comment says otherwise.

import { heartSign, sign } from './buildings.mjs';
import { girih, star } from './girih.mjs';
import { C, mix, shade, tint } from './palette.mjs';
import { at, circle, ellipse, g, grad, line, path, poly, radial, rect, times, turn } from './svg.mjs';

const across = (c, d = 0.22) =>
  grad(
    [
      [0, tint(c, 0.18)],
      [0.45, c],
      [1, shade(c, d)],
    ],
    0,
    0,
    1,
    0,
  );

export const table = (x, y, w, h, { cloth, top = C.wood, pattern = true, drop } = {}) =>
  cloth
    ? [
        ellipse(
          x + w / 2,
          y + 2,
          w * 0.56,
          14,
          radial([
            [0, C.ink, 0.34],
            [1, C.ink, 0],
          ]),
        ),
        path(
          `M${x - 6} ${y - h}L${x - 12} ${y - (drop ?? 6)}Q${x + w / 2} ${y - (drop ?? 6) + 7} ${x + w + 12} ${y - (drop ?? 6)}L${x + w + 6} ${y - h}Z`,
          grad([
            [0, cloth],
            [1, shade(cloth, 0.2)],
          ]),
        ),
        pattern
          ? path(
              `M${x - 6} ${y - h}L${x - 12} ${y - (drop ?? 6)}Q${x + w / 2} ${y - (drop ?? 6) + 7} ${x + w + 12} ${y - (drop ?? 6)}L${x + w + 6} ${y - h}Z`,
              girih(tint(cloth, 0.5), { size: 46, width: 1.2, opacity: 0.35 }),
            )
          : '',
        times(Math.round(w / 70), i =>
          line(`M${x + 30 + i * 70} ${y - h + 16}q-6 ${h * 0.4} 2 ${h * 0.8}`, shade(cloth, 0.3), 2, {
            opacity: 0.35,
          }),
        ),
        rect(x - 12, y - h - 12, w + 24, 16, tint(cloth, 0.22), { rx: 5 }),
      ]
    : [
        [0.05, 0.92].map(t => rect(x + w * t, y - h, 12, h, across(shade(top, 0.15)))),
        rect(
          x - 8,
          y - h - 14,
          w + 16,
          18,
          grad([
            [0, tint(top, 0.2)],
            [1, shade(top, 0.2)],
          ]),
          { rx: 3 },
        ),
        rect(x + 10, y - h + 4, w - 20, 20, shade(top, 0.22)),
      ];

/** A plain chair, seat at 54 units when s=1, made to sit under a figure of the same size. */
export const chair = (x, y, s = 1, f = 1, c = C.wood) =>
  at(
    x,
    y,
    s * f,
    [
      ellipse(
        6,
        0,
        46,
        7,
        radial([
          [0, C.ink, 0.34],
          [1, C.ink, 0],
        ]),
      ),
      line('M-24-2L-21-40M28-2L26-40', shade(c, 0.3), 6),
      line('M-20-4L-24-112M34-4L32-42', c, 6.5),
      line('M-24-108L-23-70M-24-106C-18-108-14-108-12-106L-10-42', shade(c, 0.12), 6),
      rect(-26, -46, 66, 10, tint(c, 0.15), { rx: 4 }),
    ],
    s,
  );

export const stool = (x, y, s = 1, c = C.wood) =>
  at(x, y, s, [
    line('M-16-2L-13-40M20-2L17-40', shade(c, 0.2), 6),
    rect(-24, -46, 52, 10, tint(c, 0.12), { rx: 4 }),
  ]);

export const bench = (x, y, w, h = 46, c = C.wood) => [
  ellipse(
    x + w / 2,
    y,
    w * 0.55,
    9,
    radial([
      [0, C.ink, 0.3],
      [1, C.ink, 0],
    ]),
  ),
  [0.06, 0.9].map(t => rect(x + w * t, y - h, 12, h, shade(c, 0.28))),
  rect(
    x,
    y - h - 8,
    w,
    14,
    grad([
      [0, tint(c, 0.25)],
      [1, c],
    ]),
    { rx: 4 },
  ),
];

/** A charpai: the woven rope bed. */
export const charpai = (x, y, w, { h = 44, c = C.wood, rope = '#e9d6ad', sheet } = {}) => [
  ellipse(
    x + w / 2,
    y + 2,
    w * 0.54,
    14,
    radial([
      [0, C.ink, 0.34],
      [1, C.ink, 0],
    ]),
  ),
  [
    [18, -26],
    [w - 30, -26],
  ].map(([dx, dy]) => rect(x + dx, y + dy - h, 11, h, shade(c, 0.34))),
  poly(
    [
      [x, y - h],
      [x + 26, y - h - 28],
      [x + w - 16, y - h - 28],
      [x + w, y - h],
    ],
    rope,
  ),
  times(Math.round(w / 16), i =>
    line(`M${x + 6 + i * 16} ${y - h}l22-28`, shade(rope, 0.25), 1.6, { opacity: 0.7 }),
  ),
  sheet
    ? poly(
        [
          [x + 4, y - h - 3],
          [x + 28, y - h - 31],
          [x + w - 18, y - h - 31],
          [x + w - 4, y - h - 3],
        ],
        sheet,
      )
    : '',
  rect(
    x - 2,
    y - h - 4,
    w + 4,
    11,
    grad([
      [0, tint(c, 0.2)],
      [1, shade(c, 0.15)],
    ]),
    { rx: 5 },
  ),
  [0, w - 13].map(dx => rect(x + dx, y - h - 10, 13, h + 10, across(c), { rx: 4 })),
];

export const box = (x, y, w, h, c = '#d4a46a', { tape = true, mark = true } = {}) => [
  rect(x, y - h, w, h, across(c, 0.26)),
  poly(
    [
      [x, y - h],
      [x + 12, y - h - 12],
      [x + w + 6, y - h - 12],
      [x + w, y - h],
    ],
    tint(c, 0.25),
  ),
  tape ? rect(x + w * 0.42, y - h, w * 0.16, h, tint(c, 0.35), { opacity: 0.8 }) : '',
  mark ? sign(x + w * 0.5, y - h * 0.48, Math.min(w, h) * 0.16) : '',
];

/** A sack of flour. */
export const sack = (x, y, s, c = '#efe3c8', mark = C.emerald) =>
  at(x, y, s, [
    path(
      'M-30 0C-40-24-38-58-30-80C-26-88-18-90-12-96C-4-92 6-92 14-96C20-90 26-88 30-80C38-58 40-24 30 0Q0 6-30 0Z',
      across(c),
    ),
    path('M-12-96C-8-104 10-104 14-96C6-92-4-92-12-96Z', shade(c, 0.14)),
    line('M-24-78C-8-72 10-72 24-78', shade(c, 0.32), 1.6),
    line('M-28-10C-24-24-26-40-22-60M26-14C22-30 24-44 20-58', shade(c, 0.25), 1.4, { opacity: 0.6 }),
    star(0, -40, 17, mark),
    star(0, -40, 9, c),
  ]);

/** A bottle of oil, a tin, a packet: one parcel's contents, by index. */
export const grocery = (x, y, i, s = 1) =>
  at(
    x,
    y,
    s,
    [
      () => [
        rect(-10, -40, 20, 40, across('#e9bb3f'), { rx: 5 }),
        rect(-5, -50, 10, 12, C.maroon, { rx: 2 }),
        rect(-10, -28, 20, 15, C.cream),
      ],
      () => [
        rect(-14, -36, 28, 36, across(C.emerald), { rx: 2 }),
        ellipse(0, -36, 14, 4, tint(C.emerald, 0.5)),
        circle(0, -18, 7, C.marigold),
      ],
      () => [
        path('M-15 0L-13-42L13-42L15 0Z', across('#f2e7d0')),
        rect(-13, -46, 26, 6, C.clay),
        path('M-8-12q8-16 16 0Z', C.clay),
      ],
      () => [
        path('M-13 0C-18-12-16-28-9-34H9C16-28 18-12 13 0Z', across('#c7673f')),
        rect(-8, -42, 16, 9, '#7d3a22', { rx: 2 }),
      ],
      () => [rect(-13, -30, 26, 30, across(C.rose), { rx: 3 }), rect(-8, -24, 16, 12, C.cream, { rx: 2 })],
    ][i % 5](),
  );

/** The cooking pot for a hundred plates. */
export const degh = (x, y, s, { fire = true, steam: st = true } = {}) =>
  at(x, y, s, [
    fire
      ? [
          path('M-58 0L-44-26H44L58 0Z', '#7a5140'),
          path('M-30-4C-34-18-18-20-20-32C-6-26-8-14 0-8C2-18 12-22 10-32C26-22 22-12 30-4Z', C.marigold),
          path('M-14-4C-14-12-6-14-6-20C2-14 6-10 14-4Z', '#fff0b8'),
        ]
      : '',
    path(
      'M-70-86C-82-52-58-20-34-18H34C58-20 82-52 70-86Z',
      grad(
        [
          [0, '#d9d3c4'],
          [0.4, '#a9a797'],
          [1, '#67695f'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    ellipse(0, -88, 74, 15, '#6f6a5c'),
    ellipse(0, -88, 64, 11, '#d9952f'),
    times(9, i =>
      ellipse(-46 + i * 11.5, -89 + ((i * 5) % 7) - 3, 7, 3, ['#f3d491', '#c96a2e', '#fae7bb'][i % 3]),
    ),
    path('M-70-76C-88-80-90-64-74-62M70-76C88-80 90-64 74-62', 'none', {
      stroke: '#85867a',
      'stroke-width': 6,
    }),
    st ? steam(0, -104, 1.2) : '',
  ]);

export const steam = (x, y, s = 1, o = 0.5) =>
  at(
    x,
    y,
    s,
    [-24, 2, 26].map((dx, i) =>
      line(`M${dx} 0c-14-18 14-28 0-${48 + i * 8}s10-24 2-36`, '#fffaf0', 6, { opacity: o - i * 0.08 }),
    ),
  );

export const plate = (x, y, s, food = 0) =>
  at(x, y, s, [
    ellipse(0, 3, 30, 9, C.ink, { opacity: 0.16 }),
    ellipse(0, 0, 30, 10, '#f6f2e6'),
    ellipse(0, 0, 22, 6.6, '#e2dccb'),
    [
      () => [ellipse(-3, -3, 15, 6, '#f0cf85'), ellipse(3, -5, 7, 3.4, '#b5602f'), circle(-9, -4, 2, C.leaf)],
      () => [
        ellipse(0, -2, 17, 5, '#d8a45c'),
        ellipse(0, -4.4, 16, 4.6, '#e7bd7a'),
        circle(-5, -5, 1.6, '#a86c35'),
        circle(5, -4.6, 1.8, '#a86c35'),
      ],
      () => [ellipse(0, -2, 16, 5, '#a4632b'), ellipse(-3, -3, 8, 2.6, '#c98439')],
      () =>
        times(6, i => ellipse(-11 + i * 4.4, -2 - (i % 2) * 2.4, 3.6, 2.4, i % 2 ? '#6b3320' : '#8a4527')),
    ][food % 4](),
  ]);

export const jug = (x, y, s, c = C.teal) =>
  at(x, y, s, [
    path('M-14 0C-22-16-16-34-10-44H10C16-34 22-16 14 0Z', across(c)),
    path('M14-34C28-34 28-14 15-12', 'none', { stroke: shade(c, 0.2), 'stroke-width': 4 }),
    path('M-10-44L-16-50H8L10-44Z', tint(c, 0.2)),
  ]);
export const glass = (x, y, s = 1, c = '#dff0ea') =>
  at(x, y, s, [
    path('M-6 0L-8-20H8L6 0Z', c, { opacity: 0.85 }),
    path('M-6.2-2L-7.4-13H7.4L6.2-2Z', '#d77b62', { opacity: c === '#dff0ea' ? 0 : 0.9 }),
  ]);

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

export const wheelchair = (x, y, s, f = 1, c = C.emerald) =>
  at(
    x,
    y,
    s * f,
    [
      ellipse(
        6,
        0,
        56,
        8,
        radial([
          [0, C.ink, 0.34],
          [1, C.ink, 0],
        ]),
      ),
      line('M-26-96V-46H34L44-14H58', '#59665f', 5),
      rect(-30, -98, 12, 50, c, { rx: 5 }),
      rect(-26, -56, 62, 11, shade(c, 0.15), { rx: 5 }),
      line('M-30-96L-44-100', '#3d4944', 6),
      line('M-22-72H24', '#59665f', 5),
      circle(-8, -34, 33, 'none', { stroke: '#2d3532', 'stroke-width': 5 }),
      circle(-8, -34, 28, 'none', { stroke: '#a9b4ae', 'stroke-width': 1.6 }),
      times(8, i =>
        line(
          `M-8-34L${-8 + 28 * Math.cos((i * Math.PI) / 4)} ${-34 + 28 * Math.sin((i * Math.PI) / 4)}`,
          '#a9b4ae',
          1.2,
        ),
      ),
      circle(-8, -34, 5, '#59665f'),
      circle(46, -10, 9, 'none', { stroke: '#2d3532', 'stroke-width': 4 }),
      rect(44, -10, 22, 5, '#3d4944', { rx: 2 }),
    ],
    s,
  );

const wheel = (x, y, r) => [
  circle(x, y, r, '#232b29'),
  circle(x, y, r * 0.58, '#c9d0c9'),
  circle(x, y, r * 0.24, '#6e7a74'),
  times(6, i =>
    circle(x + r * 0.4 * Math.cos(i * 1.047), y + r * 0.4 * Math.sin(i * 1.047), r * 0.07, '#6e7a74'),
  ),
];

/** An ambulance 360 long, facing left; f=-1 turns it. `open` shows the back doors' step. */
export const ambulance = (x, y, s, f = 1, { light = true } = {}) =>
  at(
    x,
    y,
    s * f,
    [
      ellipse(
        0,
        4,
        205,
        16,
        radial([
          [0, C.ink, 0.42],
          [0.7, C.ink, 0.25],
          [1, C.ink, 0],
        ]),
      ),
      path(
        'M-186-28C-188-62-180-78-150-86L-112-138C-106-146-98-150-88-150H168C178-150 184-144 184-134V-22H-180Z',
        grad([
          [0, '#fffdf6'],
          [1, '#dfe0d3'],
        ]),
      ),
      path('M-186-34H184V-22H-182Z', '#7d8a84'),
      rect(-184, -74, 368, 20, C.emerald),
      rect(-184, -52, 368, 6, C.marigold),
      path(
        'M-138-88L-106-132C-103-136-100-138-95-138H-62V-88Z',
        grad(
          [
            [0, '#bfd9d8'],
            [1, '#6f9a9d'],
          ],
          0,
          0,
          1,
          1,
        ),
      ),
      poly(
        [
          [-120, -88],
          [-94, -132],
          [-80, -132],
          [-104, -88],
        ],
        '#fff',
        { opacity: 0.3 },
      ),
      rect(
        -48,
        -136,
        60,
        46,
        grad(
          [
            [0, '#bfd9d8'],
            [1, '#7aa3a4'],
          ],
          0,
          0,
          1,
          1,
        ),
        { rx: 5 },
      ),
      poly(
        [
          [-40, -90],
          [-16, -136],
          [-2, -136],
          [-26, -90],
        ],
        '#fff',
        { opacity: 0.3 },
      ),
      line('M-56-146V-26M22-146V-26M-48-78V-66', '#aeb3a6', 2.4),
      heartSign(98, -106, 1.7),
      path('M-188-58q10-4 16 4v12h-16Z', '#ffe6a0'),
      rect(176, -62, 9, 20, C.red, { rx: 2 }),
      light
        ? [
            circle(
              -76,
              -156,
              44,
              radial([
                [0, '#ff8a70', 0.5],
                [1, '#ff8a70', 0],
              ]),
            ),
            rect(-96, -164, 44, 14, C.red, { rx: 6 }),
            rect(-74, -164, 22, 14, '#4d8fb0', { rx: 6 }),
          ]
        : '',
      wheel(-112, -20, 31),
      wheel(112, -20, 31),
    ],
    s,
  );

/** A rescue boat facing left, waterline at y=0. */
export const boat = (x, y, s, f = 1, c = C.marigold) =>
  at(
    x,
    y,
    s * f,
    [
      path(
        'M-200-42C-180-12-160 8-120 14H150C176 10 188-14 192-44C120-30-120-26-200-42Z',
        grad([
          [0, tint(c, 0.15)],
          [1, shade(c, 0.25)],
        ]),
      ),
      path('M-200-42C-120-26 120-30 192-44L190-34C120-20-120-16-194-32Z', tint(c, 0.42)),
      path(
        'M-164 2C-80 12 100 12 176-8L170 4C150 12 150 14 150 14H-120C-140 12-152 8-164 2Z',
        shade(c, 0.4),
        { opacity: 0.5 },
      ),
      path('M-230 16Q-120 4 0 16T230 14Q120 34 0 28T-230 16Z', '#eef2e6', { opacity: 0.5 }),
    ],
    s,
  );

export const drip = (x, y, s) =>
  at(x, y, s, [
    line('M0 0V-190M-16-190H16', '#8d9994', 4),
    line('M-20 0H20', '#8d9994', 6),
    path('M-24-184H-6V-152C-6-144-24-144-24-152Z', '#f6d0c4'),
    path('M-24-168H-6V-152C-6-144-24-144-24-152Z', C.red),
    line('M-15-146C-15-110-30-100-40-84', '#c0564a', 2),
  ]);

export const bed = (x, y, w, { sheet = '#eef2ea', blanket = C.emerald, h = 58 } = {}) => [
  ellipse(
    x + w / 2,
    y,
    w * 0.55,
    13,
    radial([
      [0, C.ink, 0.36],
      [1, C.ink, 0],
    ]),
  ),
  [4, w - 14].map(dx =>
    rect(x + dx, y - h - (dx === 4 ? 52 : 18), 9, h + (dx === 4 ? 52 : 18), across('#9aa8a2')),
  ),
  rect(x, y - h, w, 12, '#7f8d87'),
  rect(
    x + 6,
    y - h - 22,
    w - 14,
    24,
    grad([
      [0, sheet],
      [1, shade(sheet, 0.12)],
    ]),
    { rx: 7 },
  ),
  rect(x + 16, y - h - 38, 70, 22, tint(sheet, 0.5), { rx: 10 }),
  path(
    `M${x + w * 0.42} ${y - h - 28}H${x + w - 8}V${y - h + 26}Q${x + w * 0.7} ${y - h + 34} ${x + w * 0.42} ${y - h + 24}Z`,
    across(blanket),
  ),
  line(`M${x + w * 0.42 + 8} ${y - h - 26}V${y - h + 22}`, tint(blanket, 0.5), 4),
];

export const medicine = (x, y, i, s = 1) =>
  at(
    x,
    y,
    s,
    [
      () => [
        rect(-8, -28, 16, 28, across('#a8652f'), { rx: 3 }),
        rect(-5, -36, 10, 9, C.cream, { rx: 2 }),
        rect(-8, -20, 16, 11, C.cream),
      ],
      () => [
        rect(-14, -18, 28, 18, C.white),
        rect(-14, -18, 28, 6, C.emerald),
        rect(6, -10, 5, 5, C.emerald),
      ],
      () => [
        rect(-9, -24, 18, 24, across('#e9efe8'), { rx: 4 }),
        rect(-10, -30, 20, 8, C.teal, { rx: 2 }),
        rect(-9, -16, 18, 8, mix(C.teal, '#ffffff', 0.5)),
      ],
      () => [rect(-12, -24, 24, 24, C.bone), rect(-12, -24, 24, 8, C.red), circle(0, -7, 4, C.red)],
      () => [rect(-16, -13, 32, 13, C.cream), rect(-16, -13, 10, 13, C.marigold)],
    ][i % 5](),
  );

export const blanket = (x, y, w, n, cs = [C.maroon, C.emerald, C.marigold, C.navy, C.plum]) =>
  times(n, i => [
    rect(
      x - (i % 2) * 4,
      y - (i + 1) * 26,
      w + (i % 2) * 6,
      26,
      grad([
        [0, tint(cs[i % cs.length], 0.18)],
        [1, shade(cs[i % cs.length], 0.2)],
      ]),
      { rx: 12 },
    ),
    rect(x + w * 0.24, y - (i + 1) * 26, 8, 26, tint(cs[i % cs.length], 0.5), { opacity: 0.8 }),
    rect(x + w * 0.66, y - (i + 1) * 26, 8, 26, tint(cs[i % cs.length], 0.5), { opacity: 0.8 }),
    line(`M${x + 12} ${y - i * 26 - 6}h${w - 24}`, shade(cs[i % cs.length], 0.35), 1.4, { opacity: 0.5 }),
  ]);

export const clothMat = (pts, c, o = 0.5) => [
  poly(pts, c),
  poly(pts, girih(tint(c, 0.55), { size: 44, width: 1.4, opacity: o })),
  poly(pts, 'none', { stroke: tint(c, 0.5), 'stroke-width': 4 }),
];

export const lantern = (x, y, s) =>
  at(x, y, s, [
    circle(
      0,
      26,
      66,
      radial([
        [0, '#ffd98a', 0.55],
        [1, '#ffd98a', 0],
      ]),
    ),
    line('M0-60V0', '#2b3a33', 2),
    path(
      'M-16 8L0-6L16 8V44L0 56L-16 44Z',
      grad([
        [0, '#fff0b8'],
        [1, '#eda63d'],
      ]),
    ),
    line('M-16 8L0-6L16 8V44L0 56L-16 44ZM-16 8H16M-16 44H16M0-6V56', '#4a3a22', 2.4),
    circle(0, 62, 4, '#4a3a22'),
  ]);

export const spade = (x, y, s, deg = 0) =>
  at(
    x,
    y,
    s,
    turn(deg, 0, 0, [
      rect(-3, -110, 6, 96, C.wood),
      path('M-16-16H16V8C16 22 6 30 0 34C-6 30-16 22-16 8Z', across('#9aa8a2')),
      rect(-12, -116, 24, 8, C.woodDark, { rx: 3 }),
    ]),
  );

export const ball = (x, y, r) => [
  ellipse(x + 3, y + r, r * 1.3, r * 0.25, C.ink, { opacity: 0.25 }),
  circle(
    x,
    y,
    r,
    radial(
      [
        [0, '#fff'],
        [1, '#d8d2c2'],
      ],
      0.35,
      0.3,
      0.8,
    ),
  ),
  star(x, y, r * 0.5, C.emerald),
];

export const cup = (x, y, s) =>
  at(x, y, s, [
    path('M-20-56H20C20-30 12-22 4-20V-10H14V0H-14V-10H-4V-20C-12-22-20-30-20-56Z', across('#e2a93b', 0.3)),
    path('M-20-50C-36-50-34-30-16-30M20-50C36-50 34-30 16-30', 'none', {
      stroke: '#c98a28',
      'stroke-width': 4,
    }),
    star(0, -42, 9, '#fff3cf'),
  ]);

export const certificate = (x, y, s) =>
  at(x, y, s, [
    rect(-30, -21, 60, 42, '#fffaf0', { stroke: C.marigold, 'stroke-width': 3 }),
    line('M-18-9H18M-14-2H14M-14 5H4', '#b8ab8d', 2),
    star(16, 10, 8, C.emerald),
  ]);

export const flowers = (x, y, s) =>
  at(x, y, s, [
    line('M0 30L-9-4M0 30L0-8M0 30L10-4', C.leafDark, 2.4),
    [
      [-11, -8, C.rose],
      [0, -14, C.marigold],
      [12, -8, C.clay],
      [-4, -3, C.cream],
      [6, -2, C.red],
    ].map(([a, b, c]) => [circle(a, b, 7, c), circle(a, b, 2.4, shade(c, 0.3))]),
    path('M-9 12H9L4 36H-4Z', C.cream),
  ]);

/** A string of marigolds between two points. */
export const garland = (x0, y0, x1, y1, sag = 40, n = 22, r = 7) =>
  times(n, i => {
    const t = i / (n - 1);
    return circle(
      x0 + (x1 - x0) * t,
      y0 + (y1 - y0) * t + sag * 4 * t * (1 - t),
      r,
      i % 3 === 0 ? '#f3c35f' : i % 3 === 1 ? C.marigold : '#d9782f',
    );
  });

export const bicycle = (x, y, s, f = 1, c = C.maroon) =>
  at(
    x,
    y,
    s * f,
    [
      [-52, 52].map(d => [
        circle(d, -34, 33, 'none', { stroke: '#2d3532', 'stroke-width': 4 }),
        times(8, i =>
          line(`M${d}-34l${33 * Math.cos(i * 0.785)} ${33 * Math.sin(i * 0.785)}`, '#97a29c', 0.9),
        ),
      ]),
      line('M-52-34L-18-86H34L52-34M-18-86L2-34H-52M2-34L34-86M34-86L30-104H44M-18-86L-22-98', c, 4.5),
      rect(-36, -102, 28, 7, C.ink, { rx: 3 }),
    ],
    s,
  );

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
export const pot = (x, y, s, c = C.clay, leaf = C.leaf) =>
  at(x, y, s, [
    [-50, -24, 0, 24, 48].map((deg, i) =>
      g({ transform: `translate(0 -34) rotate(${deg})` }, [
        path('M0 0C-13-18-10-44 0-62C10-44 13-18 0 0Z', i % 2 ? leaf : shade(leaf, 0.18)),
        line('M0-4V-50', tint(leaf, 0.3), 1.4),
      ]),
    ),
    path('M-24-38H24L17 0H-17Z', across(c, 0.3)),
    rect(-27, -44, 54, 10, tint(c, 0.12), { rx: 2 }),
  ]);
