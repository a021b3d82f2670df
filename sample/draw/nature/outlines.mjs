// The uneven outlines that leaves, clouds and stones share.

import { rng, times } from '../svg.mjs';

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
