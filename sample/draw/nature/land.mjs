// Land of the Punjab plain from the horizon to the feet: far trees, fields, ground and water.

import { C, mix, shade, tint } from '../palette.mjs';
import { at, ellipse, g, grad, line, path, rect, rng, times } from '../svg.mjs';
import { DAY } from './sky.mjs';

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
