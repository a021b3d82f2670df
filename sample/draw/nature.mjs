// Sky, light, land, trees and water of the Punjab plain.

import { C, mix, shade, tint } from './palette.mjs';
import { at, circle, ellipse, g, grad, line, path, radial, rect, rng, times } from './svg.mjs';

/** A smooth closed curve through the points. */
export const smooth = pts => {
  const n = pts.length;
  const p = i => pts[(i + n) % n];
  let d = `M${p(0)[0].toFixed(1)} ${p(0)[1].toFixed(1)}`;
  for (let i = 0; i < n; i++) {
    const [a, b, c, e] = [p(i - 1), p(i), p(i + 1), p(i + 2)];
    d += `C${(b[0] + (c[0] - a[0]) / 6).toFixed(1)} ${(b[1] + (c[1] - a[1]) / 6).toFixed(1)} ${(c[0] - (e[0] - b[0]) / 6).toFixed(1)} ${(c[1] - (e[1] - b[1]) / 6).toFixed(1)} ${c[0].toFixed(1)} ${c[1].toFixed(1)}`;
  }
  return `${d}Z`;
};
/** An uneven round shape, as leaves and clouds have. */
export const blob = (cx, cy, rx, ry, seed, rough = 0.16, n = 11) => {
  const r = rng(seed);
  return smooth(
    times(n, i => {
      const a = (i / n) * Math.PI * 2;
      const k = 1 + r.between(-rough, rough);
      return [cx + Math.cos(a) * rx * k, cy + Math.sin(a) * ry * k];
    }),
  );
};

export const DAY = {
  morning: {
    sky: ['#a9cfd0', '#d9e5d6', '#f8ecd0'],
    sun: '#fff3cf',
    far: '#a9c0a6',
    mid: '#7fa579',
    near: '#5d8f58',
    earth: ['#e3c994', '#c99c63'],
    cloud: '#fffaf0',
  },
  noon: {
    sky: ['#8dc0cb', '#c4dcd6', '#f1ead3'],
    sun: '#fff8de',
    far: '#9fbca3',
    mid: '#7aa670',
    near: '#568e52',
    earth: ['#e6cd9a', '#cfa56c'],
    cloud: '#ffffff',
  },
  golden: {
    sky: ['#efbf86', '#f6d29b', '#fbe8bf'],
    sun: '#fff0bd',
    far: '#cbb07c',
    mid: '#a39a58',
    near: '#6f8748',
    earth: ['#e9c388', '#bd8450'],
    cloud: '#fff1d2',
  },
  evening: {
    sky: ['#1f4a52', '#66817a', '#eeb06c'],
    sun: '#ffdb97',
    far: '#51706a',
    mid: '#35594f',
    near: '#26473e',
    earth: ['#8a7350', '#5a4a38'],
    cloud: '#c99f77',
  },
  winter: {
    sky: ['#c3d0cf', '#dde0d6', '#f1e9d8'],
    sun: '#fff6e0',
    far: '#bcc8be',
    mid: '#98ab9a',
    near: '#7a937c',
    earth: ['#d9cbb0', '#b9a381'],
    cloud: '#f8f5ec',
  },
  flood: {
    sky: ['#8aa5a9', '#b5c3bb', '#e3dcc4'],
    sun: '#f5ecd0',
    far: '#94a999',
    mid: '#6f8f7a',
    near: '#54786a',
    earth: ['#c4a97c', '#9b7f57'],
    cloud: '#dfe3da',
  },
};

export const cloud = (x, y, s, color, o = 0.7, seed = 3) =>
  at(
    x,
    y,
    s,
    g({ opacity: o }, [
      path(blob(0, 0, 90, 13, seed, 0.12), color),
      path(blob(-22, -10, 42, 17, seed + 1, 0.1), color),
      path(blob(26, -8, 34, 13, seed + 2, 0.1), color),
    ]),
  );

export const sky = (w, h, day = DAY.noon, { sunX = 0.74, sunY = 0.36, sunR = 46, clouds = true } = {}) => [
  rect(
    0,
    0,
    w,
    h,
    grad([
      [0, day.sky[0]],
      [0.55, day.sky[1]],
      [1, day.sky[2]],
    ]),
  ),
  sunR
    ? [
        circle(
          w * sunX,
          h * sunY,
          sunR * 6.5,
          radial([
            [0, day.sun, 0.85],
            [0.35, day.sun, 0.35],
            [1, day.sun, 0],
          ]),
        ),
        circle(w * sunX, h * sunY, sunR, tint(day.sun, 0.3)),
      ]
    : '',
  clouds
    ? [
        cloud(w * 0.18, h * 0.2, 1.25, day.cloud, 0.65, 5),
        cloud(w * 0.52, h * 0.1, 0.9, day.cloud, 0.5, 9),
        cloud(w * 0.9, h * 0.22, 1.1, day.cloud, 0.55, 13),
      ]
    : '',
];

/** A line of distant trees along `y`. */
export const treeline = (w, y, height, color, seed = 1, x0 = 0) => {
  const r = rng(seed);
  let d = `M${x0 - 20} ${y + 4}`;
  let x = x0 - 20;
  while (x < x0 + w + 20) {
    const step = r.between(height * 0.5, height * 1.5);
    const up = r.between(height * 0.35, height);
    d += `C${x + step * 0.1} ${y - up * 1.25} ${x + step * 0.9} ${y - up * 1.25} ${x + step} ${y - up * 0.28}`;
    x += step;
  }
  return path(`${d}V${y + 4}Z`, color);
};

/** Far roofs, a dome and a minaret, in one quiet tone. */
export const village = (x, y, s, color) =>
  at(x, y, s, [
    path('M0 0V-26H34V-18H60V-34H96V-14H128V0Z', color),
    path('M150 0V-30H206V0Z', color),
    path('M158-30C158-52 172-54 178-66C184-54 198-52 198-30Z', color),
    path('M216 0V-92L220-98V-106L224-114L228-106V-98L232-92V0Z', color),
    path('M212-70H236V-64H212Z', color),
    path('M250 0V-22H290V-30H318V0Z', color),
    [
      [12, -18],
      [44, -12],
      [72, -24],
      [262, -14],
      [296, -20],
    ].map(([a, b]) => rect(a, b, 6, 8, shade(color, 0.14))),
  ]);

/** A field from `y0` down to `y1`, its rows running to a point on the horizon. */
export const field = (
  w,
  y0,
  y1,
  color,
  { vx = w / 2, vy = y0 - 60, rows = 26, line: lc, x0 = -40, top } = {},
) => {
  const c2 = lc ?? shade(color, 0.12);
  const edge = top ?? `M${x0} ${y0}Q${w * 0.3} ${y0 - 8} ${w * 0.6} ${y0 + 2}T${w + 40} ${y0 - 2}`;
  return [
    path(
      `${edge}V${y1}H${x0}Z`,
      grad([
        [0, tint(color, 0.18)],
        [1, color],
      ]),
    ),
    g(
      { opacity: 0.5 },
      times(rows, i => {
        const x = -w * 0.8 + (w * 2.6 * i) / rows;
        const t = (y0 + 3 - vy) / (y1 - vy);
        return line(`M${vx + (x - vx) * t} ${y0 + 4}L${x} ${y1}`, c2, 1.6);
      }),
    ),
  ];
};

/** Bare ground, with the dust, dashes and pebbles that keep it from being flat. */
export const ground = (w, y, h, [a, b] = DAY.noon.earth, seed = 4, o = {}) => {
  const r = rng(seed);
  return [
    o.edge
      ? path(
          o.edge,
          grad([
            [0, a],
            [1, b],
          ]),
        )
      : rect(
          -10,
          y,
          w + 20,
          h - y + 10,
          grad([
            [0, a],
            [1, b],
          ]),
        ),
    times(o.n ?? 46, () => {
      const yy = r.between(y + 12, h);
      const k = (yy - y) / (h - y) + 0.25;
      const x = r.between(0, w);
      return r.next() > 0.3
        ? line(`M${x} ${yy}q${16 * k} ${-2 * k} ${34 * k} 0`, shade(b, 0.16), 1.6 * k, { opacity: 0.35 })
        : ellipse(x, yy, 4 * k, 1.8 * k, tint(a, 0.3), { opacity: 0.6 });
    }),
  ];
};

export const grass = (x, y, s = 1, color = C.leaf) =>
  at(x, y, s, [
    path(
      'M-12 0C-12-9-16-14-19-17C-11-15-8-8-8 0ZM-5 0C-6-12-4-20-1-26C1-18 1-8 1 0ZM4 0C5-10 10-16 16-19C12-12 10-6 10 0Z',
      color,
    ),
    path('M-1 0C0-8 4-12 7-14C5-8 4-4 4 0Z', tint(color, 0.25)),
  ]);

export const bush = (x, y, s, color = C.leaf, seed = 7) =>
  at(x, y, s, [
    path(blob(0, -22, 44, 26, seed), shade(color, 0.18)),
    path(blob(-12, -28, 30, 20, seed + 1), color),
    path(blob(-20, -34, 16, 10, seed + 2), tint(color, 0.22)),
    times(7, i =>
      circle(-34 + i * 11, -18 - ((i * 7) % 17), 2.6, [C.marigold, C.cream, C.rose][i % 3], {
        opacity: seed % 2 ? 0.9 : 0,
      }),
    ),
  ]);

/** A broad shade tree (mango, shisham). */
export const tree = (x, y, s, { color = C.leafDark, seed = 11, trunk = '#6b4630' } = {}) => {
  const r = rng(seed);
  const tufts = times(34, () => {
    const a = r.between(0, 6.28);
    const k = Math.sqrt(r.next()) * 0.9;
    return [Math.cos(a) * 96 * k, -214 + Math.sin(a) * 72 * k];
  });
  return at(x, y, s, [
    path(
      'M-15 0C-9-30-11-70-9-110L-38-170L-30-174L-3-132L4-190L12-190L12-132L40-172L47-168L16-108C14-70 16-30 22 0Z',
      grad(
        [
          [0, tint(trunk, 0.14)],
          [1, shade(trunk, 0.3)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    path(blob(44, -186, 82, 62, seed + 1), shade(color, 0.24)),
    path(blob(-54, -182, 78, 58, seed + 2), shade(color, 0.14)),
    path(blob(4, -236, 98, 70, seed + 3), color),
    path(blob(-40, -206, 56, 36, seed + 4), tint(color, 0.05)),
    path(blob(-26, -258, 58, 36, seed + 5), tint(color, 0.1)),
    path(blob(52, -222, 40, 26, seed + 6), tint(color, 0.04)),
    tufts.map(([a, b], i) =>
      line(`M${a - 6} ${b}q6-7 12 0`, i % 2 ? tint(color, 0.34) : shade(color, 0.35), 2, { opacity: 0.5 }),
    ),
  ]);
};

/** A kikar: the flat-topped acacia of the canal banks. */
export const kikar = (x, y, s, color = '#6f8f4a', seed = 21) =>
  at(x, y, s, [
    line('M0 0C2-40-8-70-4-106M-4-90C-26-120-44-130-60-140M-3-96C18-126 40-134 62-146', '#5a4030', 8),
    path(blob(-52, -150, 62, 19, seed, 0.18), shade(color, 0.18)),
    path(blob(50, -156, 66, 21, seed + 1, 0.18), shade(color, 0.1)),
    path(blob(0, -172, 84, 24, seed + 2, 0.18), color),
    path(blob(-22, -181, 50, 11, seed + 3, 0.2), tint(color, 0.22)),
  ]);

export const poplar = (x, y, s, color = '#4c7c4f') =>
  at(x, y, s, [
    rect(-4, -50, 8, 50, '#6a4a34'),
    path(
      smooth([
        [0, -230],
        [20, -170],
        [25, -100],
        [17, -40],
        [0, -24],
        [-17, -40],
        [-25, -100],
        [-20, -170],
      ]),
      grad(
        [
          [0, tint(color, 0.2)],
          [0.5, color],
          [1, shade(color, 0.25)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    times(9, i =>
      line(`M${-12 + ((i * 7) % 20)} ${-60 - i * 17}q5-10 10-12`, tint(color, 0.3), 2, { opacity: 0.45 }),
    ),
  ]);

export const palm = (x, y, s, color = '#4f8550') =>
  at(x, y, s, [
    path(
      'M-9 0C-5-70-2-140 4-214L14-214C14-140 12-70 13 0Z',
      grad(
        [
          [0, '#a07b52'],
          [1, '#6d4f35'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    times(12, i => line(`M${-7 + i * 0.9} ${-12 - i * 17}q9 5 18-1`, '#5b4029', 1.6, { opacity: 0.6 })),
    [-168, -140, -112, -78, -44, -14, 18, 200].map((deg, i) =>
      g({ transform: `translate(9 -216) rotate(${deg})` }, [
        path('M0 0C30-24 74-26 112 4C74-8 30-6 0 0Z', i % 2 ? color : shade(color, 0.2)),
        line('M4-1C36-16 70-16 104 0', tint(color, 0.3), 1.2, { opacity: 0.6 }),
      ]),
    ),
    circle(3, -206, 8, C.clay),
    circle(14, -202, 8, C.marigold),
    circle(10, -196, 7, shade(C.clay, 0.1)),
  ]);

export const sapling = (x, y, s, color = C.leaf) =>
  at(x, y, s, [
    line('M0 0C1-18-2-34 1-58', '#7a5a3a', 4),
    [
      [0, -58, -8],
      [-1, -44, -58],
      [0, -42, 50],
      [0, -28, -66],
      [1, -26, 62],
      [1, -56, 34],
      [0, -56, -44],
    ].map(([a, b, deg]) =>
      g({ transform: `translate(${a} ${b}) rotate(${deg})` }, [
        path('M0 0C-9-8-9-20 0-30C9-20 9-8 0 0Z', deg < 0 ? tint(color, 0.14) : color),
        line('M0-2V-26', shade(color, 0.3), 1),
      ]),
    ),
  ]);

export const wheat = (x, y, s, n = 9, color = C.wheat) =>
  at(
    x,
    y,
    s,
    times(n, i => {
      const a = (i - n / 2) * 9;
      const h = 62 + ((i * 13) % 22);
      return [
        line(`M${a} 0Q${a + 2} ${-h / 2} ${a + 6} ${-h}`, shade(color, 0.2), 2),
        path(
          `M${a + 6} ${-h + 4}C${a + 1} ${-h - 10} ${a + 4} ${-h - 22} ${a + 9} ${-h - 26}C${a + 13} ${-h - 18} ${a + 12} ${-h - 6} ${a + 6} ${-h + 4}Z`,
          i % 2 ? color : tint(color, 0.25),
        ),
      ];
    }),
  );

export const birds = (x, y, s = 1, c = C.ink, o = 0.5) =>
  at(
    x,
    y,
    s,
    g(
      { opacity: o },
      [
        [0, 0, 1],
        [34, -14, 0.8],
        [60, 6, 0.7],
        [-30, 12, 0.65],
      ].map(([a, b, k]) =>
        line(
          `M${a - 12 * k} ${b}Q${a - 5 * k} ${b - 8 * k} ${a} ${b}Q${a + 5 * k} ${b - 8 * k} ${a + 12 * k} ${b}`,
          c,
          2.2 * k,
        ),
      ),
    ),
  );

export const water = (w, y, h, [a, b] = ['#b9c4a8', '#7c8f7c'], seed = 5) => {
  const r = rng(seed);
  return [
    rect(
      -10,
      y,
      w + 20,
      h - y + 10,
      grad([
        [0, a],
        [1, b],
      ]),
    ),
    times(60, () => {
      const yy = r.between(y + 6, h);
      const k = (yy - y) / (h - y) + 0.2;
      const x = r.between(-40, w);
      return line(
        `M${x} ${yy}q${22 * k} ${-5 * k} ${44 * k} 0t${44 * k} 0`,
        r.next() > 0.45 ? tint(a, 0.45) : shade(b, 0.22),
        2 * k,
        { opacity: 0.45 },
      );
    }),
  ];
};

/** Warm light from one side and a little dark at the foot, over everything. */
export const glow = (w, h, color = '#ffdf9c', { x = 0.1, y = 0, o = 0.34, foot = 0.2 } = {}) => [
  rect(
    0,
    0,
    w,
    h,
    radial(
      [
        [0, color, o],
        [0.6, color, o * 0.25],
        [1, color, 0],
      ],
      x,
      y,
      0.95,
    ),
  ),
  rect(
    0,
    h * 0.62,
    w,
    h * 0.38,
    grad([
      [0, C.ink, 0],
      [1, C.ink, foot],
    ]),
  ),
];

/** Petals and seeds in the air. */
export const motes = (w, h, n, color, seed = 2, o = 0.5) => {
  const r = rng(seed);
  return times(n, () =>
    circle(r.between(0, w), r.between(0, h), r.between(1.2, 3.4), color, { opacity: o * r.between(0.3, 1) }),
  );
};

/** The plain in layers: haze, far trees, village, two fields. Returns everything above `y1`. */
export const plain = (w, y0, y1, day, { seed = 1, villageX = 0.6, fields = true, s = 1 } = {}) => [
  treeline(w, y0 - 4, 30 * s, mix(day.far, day.sky[2], 0.35), seed),
  villageX === false ? '' : village(w * villageX, y0 + 2, 0.9 * s, mix(day.far, '#c98f66', 0.3)),
  treeline(w, y0 + 6, 40 * s, day.far, seed + 1),
  fields
    ? [
        field(w, y0, y0 + (y1 - y0) * 0.55, mix(day.mid, C.wheat, 0.45), {
          vx: w * 0.6,
          vy: y0 - 50,
          rows: 40,
        }),
        field(w, y0 + (y1 - y0) * 0.42, y1 + 4, day.mid, { vx: w * 0.45, vy: y0 - 30, rows: 34 }),
      ]
    : rect(
        -10,
        y0,
        w + 20,
        y1 - y0 + 4,
        grad([
          [0, day.far],
          [1, day.mid],
        ]),
      ),
];
