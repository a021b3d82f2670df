// Arms, legs and hands. A joint is found from the two ends, so elbows follow by themselves.

import { shade } from '../palette.mjs';
import { circle, ellipse, path, turn } from '../svg.mjs';

export const joint = ([ax, ay], [bx, by], l1, l2, bend) => {
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
export const limb = (pts, w, fill) => {
  const [a, b] = pts;
  const root = [a[0] + (b[0] - a[0]) * 0.32, a[1] + (b[1] - a[1]) * 0.32];
  return [
    chain([root, ...pts.slice(1)], [w[0] - 0.5, ...w.slice(1)], shade(fill, 0.3), 0.8),
    chain(pts, w, fill),
  ];
};

export const hand = ([x, y], [ex, ey], skin) => {
  const deg = (Math.atan2(y - ey, x - ex) * 180) / Math.PI;
  return turn(deg, x, y, [
    ellipse(x + 3.5, y, 5.6, 4.1, skin),
    ellipse(x + 4, y - 3.4, 3.4, 1.6, shade(skin, 0.07), { transform: `rotate(-24 ${x + 4} ${y - 3.4})` }),
  ]);
};
