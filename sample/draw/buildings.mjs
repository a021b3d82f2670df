// Houses, halls, rooms and shelters. Outdoor pieces stand on their origin; rooms fill the picture.

import { girih, jaali, star } from './girih.mjs';
import { sprout } from './marks.mjs';
import { C, mix, shade, tint } from './palette.mjs';
import {
  at,
  circle,
  clip,
  ellipse,
  g,
  grad,
  line,
  path,
  pattern,
  poly,
  radial,
  rect,
  rng,
  times,
} from './svg.mjs';

/** Brick courses as a paint. */
export const bricks = (c = C.brick, w = 34, h = 15) =>
  pattern(`brick${c}${w}`, w * 2, h * 2, [
    rect(0, 0, w * 2, h * 2, c),
    rect(w, 0, w, h, shade(c, 0.07)),
    rect(w / 2, h, w, h, tint(c, 0.07)),
    line(
      `M0 0H${w * 2}M0 ${h}H${w * 2}M0 0V${h}M${w} 0V${h}M${w / 2} ${h}V${h * 2}M${w * 1.5} ${h}V${h * 2}`,
      tint(c, 0.26),
      1.2,
      { opacity: 0.65 },
    ),
  ]);

/** The outline of a pointed (four-centred) arch standing on y=0, `w` wide and `h` high. */
export const arch = (x, y, w, h) => {
  const s = h - w * 0.55;
  return `M${x} ${y}V${y - s}C${x} ${y - s - w * 0.34} ${x + w * 0.24} ${y - h + w * 0.1} ${x + w / 2} ${y - h}C${x + w * 0.76} ${y - h + w * 0.1} ${x + w} ${y - s - w * 0.34} ${x + w} ${y - s}V${y}Z`;
};

/** The foundation's sign, no words: its mark on a cream disc. */
export const sign = (x, y, r) => [
  circle(x, y, r * 1.36, C.emerald),
  circle(x, y, r * 1.25, C.cream),
  star(x, y, r * 1.12, C.emerald),
  sprout(x, y, r * 1.05),
];

/** A health sign without any protected emblem: a heart with a pulse. */
export const heartSign = (x, y, s, c = C.red) =>
  at(x, y, s, [
    path('M0 14C-20 0-18-16-8-16C-3-16 0-12 0-9C0-12 3-16 8-16C18-16 20 0 0 14Z', c),
    line('M-13-3H-6L-3-9L2 4L5-3H13', '#fff8ee', 2.4),
  ]);

export const windowFrame = (
  x,
  y,
  w,
  h,
  { frame = C.emerald, glass = ['#cfe3dd', '#9dc0bb'], bars = true, sill = true, lit } = {},
) => [
  rect(x - 5, y - 5, w + 10, h + 10, shade(frame, 0.1), { rx: 2 }),
  rect(
    x,
    y,
    w,
    h,
    lit
      ? grad([
          [0, '#ffe3a0'],
          [1, '#f3b95a'],
        ])
      : grad(
          [
            [0, glass[0]],
            [1, glass[1]],
          ],
          0,
          0,
          1,
          1,
        ),
  ),
  poly(
    [
      [x + w * 0.1, y + h],
      [x + w * 0.5, y],
      [x + w * 0.7, y],
      [x + w * 0.3, y + h],
    ],
    '#ffffff',
    { opacity: 0.18 },
  ),
  bars ? line(`M${x + w / 2} ${y}V${y + h}M${x} ${y + h * 0.45}H${x + w}`, frame, 4) : '',
  sill ? rect(x - 10, y + h + 4, w + 20, 7, tint(frame, 0.55)) : '',
];

export const door = (x, y, w, h, c = C.emerald, { open } = {}) => [
  rect(x - 6, y - h - 6, w + 12, h + 6, shade(c, 0.32)),
  open
    ? rect(
        x,
        y - h,
        w,
        h,
        grad([
          [0, '#3b3027'],
          [1, '#5b4634'],
        ]),
      )
    : rect(
        x,
        y - h,
        w,
        h,
        grad(
          [
            [0, tint(c, 0.08)],
            [1, shade(c, 0.14)],
          ],
          0,
          0,
          1,
          0,
        ),
      ),
  open
    ? poly(
        [
          [x, y - h],
          [x + w * 0.34, y - h + 10],
          [x + w * 0.34, y + 4],
          [x, y],
        ],
        grad(
          [
            [0, c],
            [1, shade(c, 0.2)],
          ],
          0,
          0,
          1,
          0,
        ),
      )
    : [0, 1].flatMap(i =>
        [0, 1].map(j =>
          rect(x + w * (0.09 + 0.47 * i), y - h + h * (0.08 + 0.46 * j), w * 0.35, h * 0.36, 'none', {
            stroke: shade(c, 0.3),
            'stroke-width': 2,
            rx: 2,
          }),
        ),
      ),
  open ? '' : circle(x + w * 0.46, y - h * 0.46, 3, C.marigold),
];

/** A verandah of pointed arches on columns: `n` bays. Stands on (x, y). */
export const verandah = (
  x,
  y,
  n,
  bay,
  h,
  { wall = '#f1dfbd', inside = '#b98d63', trim = C.emerald, col = '#fbf1dc', band = true } = {},
) => {
  const w = n * bay;
  return [
    rect(
      x - 14,
      y - h,
      w + 28,
      h,
      grad([
        [0, tint(wall, 0.18)],
        [1, shade(wall, 0.06)],
      ]),
    ),
    times(n, i => [
      path(
        arch(x + i * bay + bay * 0.1, y, bay * 0.8, h * 0.8),
        grad([
          [0, shade(inside, 0.34)],
          [1, inside],
        ]),
      ),
      path(arch(x + i * bay + bay * 0.1, y, bay * 0.8, h * 0.8), 'none', { stroke: trim, 'stroke-width': 4 }),
    ]),
    times(n + 1, i => [
      rect(
        x + i * bay - bay * 0.07,
        y - h * 0.46,
        bay * 0.14,
        h * 0.46,
        grad(
          [
            [0, col],
            [1, shade(col, 0.2)],
          ],
          0,
          0,
          1,
          0,
        ),
      ),
      rect(x + i * bay - bay * 0.1, y - h * 0.48, bay * 0.2, 9, trim),
      rect(x + i * bay - bay * 0.1, y - 12, bay * 0.2, 12, shade(col, 0.16)),
    ]),
    band
      ? [
          rect(x - 20, y - h - 30, w + 40, 32, shade(wall, 0.05)),
          rect(x - 20, y - h - 26, w + 40, 22, girih(trim, { size: 22, width: 1.3, opacity: 0.7 })),
          rect(x - 26, y - h - 38, w + 52, 10, trim),
          rect(x - 20, y - h + 2, w + 40, 6, shade(wall, 0.22), { opacity: 0.6 }),
        ]
      : '',
  ];
};

/** A village house of mud or brick: flat roof, one door, one window. */
export const house = (
  x,
  y,
  w,
  h,
  {
    fill = '#d7ac78',
    doorC = C.teal,
    brick = false,
    roof = true,
    windowAt = 0.66,
    doorAt = 0.2,
    lit,
    open,
  } = {},
) => [
  rect(
    x,
    y - h,
    w,
    h,
    brick
      ? bricks(fill)
      : grad([
          [0, tint(fill, 0.14)],
          [1, shade(fill, 0.1)],
        ]),
  ),
  rect(
    x,
    y - h,
    w,
    h,
    grad(
      [
        [0, '#fff0cc', 0.22],
        [0.6, '#fff0cc', 0],
        [1, C.ink, 0.18],
      ],
      0,
      0,
      1,
      0,
    ),
  ),
  brick
    ? ''
    : times(9, i =>
        line(
          `M${x + ((i * 61) % (w - 40)) + 8} ${y - h + 30 + ((i * 47) % (h - 50))}q12-4 24 0`,
          shade(fill, 0.2),
          2,
          { opacity: 0.35 },
        ),
      ),
  roof
    ? [
        rect(x - 12, y - h - 14, w + 24, 18, shade(fill, 0.16)),
        rect(x - 12, y - h - 14, w + 24, 6, tint(fill, 0.2)),
        times(Math.floor(w / 46), i => circle(x + 22 + i * 46, y - h + 12, 4.5, C.woodDark)),
      ]
    : '',
  doorAt === null
    ? ''
    : door(x + w * doorAt, y, Math.min(76, w * 0.24), Math.min(150, h * 0.7), doorC, { open }),
  windowAt === null
    ? ''
    : windowFrame(x + w * windowAt, y - h * 0.68, Math.min(70, w * 0.2), Math.min(66, h * 0.32), {
        frame: doorC,
        lit,
      }),
];

/** A courtyard wall with coping. */
export const wall = (x, y, w, h, c = '#e2bd88', { brick = false } = {}) => [
  rect(
    x,
    y - h,
    w,
    h,
    brick
      ? bricks(c, 28, 12)
      : grad([
          [0, tint(c, 0.12)],
          [1, shade(c, 0.08)],
        ]),
  ),
  rect(x - 4, y - h - 9, w + 8, 11, shade(c, 0.18)),
  rect(x - 4, y - h - 9, w + 8, 4, tint(c, 0.25)),
];

/** A shamiana: the striped cloth canopy of every gathering. */
export const shamiana = (
  x,
  y,
  w,
  h,
  a = C.emerald,
  b = C.cream,
  { n = 10, poles = true, back = true, dip = 26 } = {},
) => {
  const s = w / n;
  return [
    back
      ? [
          rect(
            x + 10,
            y - h + 40,
            w - 20,
            h - 40,
            grad([
              [0, shade(a, 0.12)],
              [1, mix(a, C.cream, 0.25)],
            ]),
          ),
          rect(
            x + 10,
            y - h + 40,
            w - 20,
            h - 40,
            girih(tint(a, 0.5), { size: 74, width: 1.6, opacity: 0.35 }),
          ),
        ]
      : '',
    poles
      ? [0, 0.333, 0.667, 1].map(t =>
          rect(
            x + 8 + (w - 22) * t,
            y - h + 20,
            8,
            h - 18,
            grad(
              [
                [0, '#b98551'],
                [1, '#74502f'],
              ],
              0,
              0,
              1,
              0,
            ),
          ),
        )
      : '',
    path(
      `M${x - 24} ${y - h + 44}L${x + w * 0.08} ${y - h - 36}Q${x + w / 2} ${y - h - 36 + dip} ${x + w * 0.92} ${y - h - 36}L${x + w + 24} ${y - h + 44}Z`,
      a,
    ),
    times(n, i =>
      i % 2
        ? path(
            `M${x - 24 + ((w + 48) * i) / n} ${y - h + 44}L${x + w * 0.08 + (w * 0.84 * i) / n} ${y - h - 36 + dip * 0.5 * Math.sin((Math.PI * i) / n)}L${x + w * 0.08 + (w * 0.84 * (i + 1)) / n} ${y - h - 36 + dip * 0.5 * Math.sin((Math.PI * (i + 1)) / n)}L${x - 24 + ((w + 48) * (i + 1)) / n} ${y - h + 44}Z`,
            b,
          )
        : '',
    ),
    rect(
      x - 24,
      y - h + 40,
      w + 48,
      30,
      grad([
        [0, C.ink, 0.16],
        [1, C.ink, 0],
      ]),
    ),
    times(n, i =>
      path(
        `M${x - 24 + ((w + 48) * i) / n} ${y - h + 43}h${(w + 48) / n}v8q${-(w + 48) / n / 2} ${s * 0.32} ${-(w + 48) / n} 0Z`,
        i % 2 ? C.marigold : C.maroon,
      ),
    ),
  ];
};

/** Little flags on a string. */
export const bunting = (
  x0,
  y0,
  x1,
  y1,
  n = 12,
  sag = 40,
  colors = [C.emerald, C.marigold, C.cream, C.clay],
) => {
  const p = t => [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + sag * 4 * t * (1 - t)];
  return [
    line(`M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + sag * 2} ${x1} ${y1}`, '#6a5a44', 2),
    times(n, i => {
      const [x, y] = p((i + 0.5) / n);
      return poly(
        [
          [x - 13, y],
          [x + 13, y],
          [x, y + 28],
        ],
        colors[i % colors.length],
      );
    }),
  ];
};

/** Warm bulbs on a string. */
export const bulbs = (x0, y0, x1, y1, n = 12, sag = 40) => [
  line(`M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + sag * 2} ${x1} ${y1}`, '#2b3a33', 2),
  times(n, i => {
    const t = (i + 0.5) / n;
    const [x, y] = [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + sag * 4 * t * (1 - t)];
    return [
      circle(
        x,
        y + 7,
        24,
        radial([
          [0, '#ffdf8e', 0.6],
          [1, '#ffdf8e', 0],
        ]),
      ),
      circle(x, y + 7, 5.5, '#fff0be'),
    ];
  }),
];

/** A tent for relief. */
export const tent = (x, y, s, c = '#f1ece0') =>
  at(x, y, s, [
    path(
      'M-150 0L-40-150L90-150L150 0Z',
      grad(
        [
          [0, c],
          [1, shade(c, 0.2)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    path('M-150 0L-40-150L30 0Z', tint(c, 0.3)),
    path('M-84 0L-40-120L-6 0Z', '#5c5140'),
    path('M-84 0L-40-120L-58 0Z', shade(c, 0.12)),
    line('M-40-150L-180 14M90-150L186 10', '#8c7b5c', 2),
    star(66, -76, 17, C.emerald),
  ]);

// ---- rooms -------------------------------------------------------------------------------------

/** A room: painted wall with a darker dado, skirting and a floor of tiles in perspective. */
export const room = (
  w,
  h,
  {
    wall: wc = '#f2e4c8',
    dado = '#cfdcc9',
    floorY = 0.66,
    floor = ['#d9b58a', '#b98a60'],
    line: lc,
    ceiling = true,
    dadoH = 150,
    tiles = true,
  } = {},
) => {
  const y = h * floorY;
  const vx = w * 0.5;
  return [
    rect(
      0,
      0,
      w,
      y,
      grad([
        [0, shade(wc, 0.08)],
        [0.5, wc],
        [1, tint(wc, 0.12)],
      ]),
    ),
    rect(
      0,
      y - dadoH,
      w,
      dadoH,
      grad([
        [0, dado],
        [1, shade(dado, 0.06)],
      ]),
    ),
    rect(0, y - dadoH, w, 5, shade(dado, 0.22)),
    rect(0, y - 14, w, 14, shade(dado, 0.3)),
    rect(
      0,
      y,
      w,
      h - y,
      grad([
        [0, floor[0]],
        [1, floor[1]],
      ]),
    ),
    tiles
      ? g({ opacity: 0.42 }, [
          times(25, i =>
            line(`M${vx + (i - 12) * 66} ${y}L${vx + (i - 12) * 160} ${h}`, lc ?? shade(floor[1], 0.18), 1.6),
          ),
          [0.1, 0.26, 0.5, 0.82].map(t =>
            line(`M0 ${y + (h - y) * t}H${w}`, lc ?? shade(floor[1], 0.18), 1.6),
          ),
        ])
      : '',
    ceiling ? rect(0, 0, w, 26, shade(wc, 0.2)) : '',
    rect(
      0,
      y,
      w,
      34,
      grad([
        [0, C.ink, 0.2],
        [1, C.ink, 0],
      ]),
    ),
  ];
};

/** Light from a window, falling across wall and floor. */
export const beam = (pts, o = 0.28, c = '#fff1c4') =>
  poly(
    pts,
    grad([
      [0, c, o],
      [1, c, o * 0.2],
    ]),
  );

/** A window that shows a garden outside. */
export const viewWindow = (
  x,
  y,
  w,
  h,
  { frame = C.emerald, sky: s = ['#bcdcd8', '#f6ecd0'], arched = false } = {},
) => {
  const shape = arched ? path(arch(x, y + h, w, h), '#fff') : rect(x, y, w, h, '#fff');
  return [
    arched
      ? path(arch(x - 9, y + h + 4, w + 18, h + 13), frame)
      : rect(x - 9, y - 9, w + 18, h + 18, frame, { rx: 3 }),
    clip(shape, [
      rect(
        x,
        y,
        w,
        h,
        grad([
          [0, s[0]],
          [1, s[1]],
        ]),
      ),
      ellipse(x + w * 0.2, y + h * 0.86, w * 0.5, h * 0.24, '#8fb27d'),
      ellipse(x + w * 0.9, y + h * 0.9, w * 0.6, h * 0.3, '#6d9a64'),
      rect(x + w * 0.68, y + h * 0.4, w * 0.05, h * 0.5, '#7b5a3c'),
      ellipse(x + w * 0.7, y + h * 0.36, w * 0.24, h * 0.22, '#5f9058'),
      ellipse(x + w * 0.64, y + h * 0.3, w * 0.14, h * 0.12, '#86b072'),
      poly(
        [
          [x, y + h],
          [x + w * 0.4, y],
          [x + w * 0.62, y],
          [x + w * 0.2, y + h],
        ],
        '#fff',
        { opacity: 0.16 },
      ),
    ]),
    line(
      `M${x + w / 2} ${y + (arched ? h * 0.02 : 0)}V${y + h}M${x} ${y + h * 0.42}H${x + w}`,
      tint(frame, 0.1),
      5,
    ),
    rect(x - 16, y + h + 7, w + 32, 9, tint(frame, 0.62)),
  ];
};

export const jaaliWindow = (x, y, w, h, { frame = '#c98f5c', hole = '#ffe2a0' } = {}) => [
  path(arch(x - 8, y + h, w + 16, h + 12), shade(frame, 0.14)),
  clip(path(arch(x, y + h, w, h), '#fff'), rect(x, y, w, h, jaali(30, frame, hole))),
];

export const fan = (x, s = 1) =>
  at(x, 0, s, [
    rect(-3, 0, 6, 74, '#7d8a82'),
    path('M-8 84L-132 74Q-142 80-130 88L-8 94Z', '#e7e2d3'),
    path('M8 84L132 78Q142 84 130 92L8 94Z', '#d6d2c2'),
    path('M-8 92L-58 108Q-60 116-48 114L4 96Z', '#c5c2b3'),
    ellipse(0, 86, 18, 12, '#8f9b92'),
    ellipse(0, 83, 12, 7, '#b9c2b8'),
  ]);

export const tubeLight = (x, y, w = 120) => [
  rect(
    x - 10,
    y - 34,
    w + 20,
    80,
    radial([
      [0, '#fffbe6', 0.5],
      [1, '#fffbe6', 0],
    ]),
  ),
  rect(x, y, w, 7, '#fffdf2', { rx: 3.5 }),
  rect(x - 4, y - 5, w + 8, 5, '#b6bdb4'),
];

export const shelf = (x, y, w, n, item, c = C.wood) => [
  rect(x, y, w, 9, c),
  rect(x, y + 9, w, 4, shade(c, 0.35)),
  times(n, i => item(x + (w * (i + 0.5)) / n, y, i)),
];

export const speck = (w, h, n, color, seed, y0 = 0) => {
  const r = rng(seed);
  return times(n, () =>
    ellipse(r.between(0, w), r.between(y0, h), r.between(1, 3), r.between(0.6, 1.6), color, { opacity: 0.3 }),
  );
};
