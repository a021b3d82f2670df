// The few lines of SVG that every drawing shares: elements, gradients, clips and a repeatable random source.

let defs = new Map();

const num = v => (typeof v === 'number' ? Math.round(v * 100) / 100 : v);
const attrs = o =>
  Object.entries(o)
    .filter(([, v]) => v !== undefined && v !== null)
    .map(([k, v]) => ` ${k}="${num(v)}"`)
    .join('');

export const el = (name, a = {}, ...kids) => `<${name}${attrs(a)}>${kids.flat(9).join('')}</${name}>`;
export const g = (a, ...kids) => el('g', a, ...kids);
export const path = (d, fill = 'none', a = {}) => el('path', { d, fill, ...a });
export const line = (d, stroke, w = 1, a = {}) =>
  path(d, 'none', { stroke, 'stroke-width': w, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...a });
export const rect = (x, y, width, height, fill, a = {}) => el('rect', { x, y, width, height, fill, ...a });
export const circle = (cx, cy, r, fill, a = {}) => el('circle', { cx, cy, r, fill, ...a });
export const ellipse = (cx, cy, rx, ry, fill, a = {}) => el('ellipse', { cx, cy, rx, ry, fill, ...a });
export const poly = (pts, fill, a = {}) =>
  el('polygon', { points: pts.map(p => p.map(num).join(',')).join(' '), fill, ...a });

/** Moves and scales a drawing; a negative `sx` mirrors it. */
export const at = (x, y, sx, kids, sy = Math.abs(sx)) =>
  g({ transform: `translate(${num(x)} ${num(y)}) scale(${num(sx)} ${num(sy)})` }, kids);
export const turn = (deg, cx, cy, kids) =>
  g({ transform: `rotate(${num(deg)} ${num(cx)} ${num(cy)})` }, kids);
export const fade = (opacity, ...kids) => g({ opacity }, ...kids);

const define = (key, make) => {
  if (!defs.has(key)) defs.set(key, make(`d${defs.size}`));
  return `url(#${/id="([^"]+)"/.exec(defs.get(key))[1]})`;
};
const stopList = stops =>
  stops
    .map(([offset, color, opacity]) => el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }))
    .join('');

/** A linear gradient over the shape it fills: stops are [offset, colour, opacity]. */
export const grad = (stops, x1 = 0, y1 = 0, x2 = 0, y2 = 1) =>
  define(`l${JSON.stringify([stops, x1, y1, x2, y2])}`, id =>
    el('linearGradient', { id, x1, y1, x2, y2 }, stopList(stops)),
  );
/** A linear gradient in the drawing's own units, for shapes that must match where they meet. */
export const gradAt = (stops, x1, y1, x2, y2) =>
  define(`u${JSON.stringify([stops, x1, y1, x2, y2])}`, id =>
    el('linearGradient', { id, x1, y1, x2, y2, gradientUnits: 'userSpaceOnUse' }, stopList(stops)),
  );
export const radial = (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
  define(`r${JSON.stringify([stops, cx, cy, r])}`, id =>
    el('radialGradient', { id, cx, cy, r }, stopList(stops)),
  );
export const pattern = (key, w, h, body, transform) =>
  define(`p${key}${w}${h}${transform}`, id =>
    el(
      'pattern',
      { id, width: w, height: h, patternUnits: 'userSpaceOnUse', patternTransform: transform },
      body,
    ),
  );
export const clip = (shape, ...kids) =>
  g({ 'clip-path': define(`c${shape}`, id => el('clipPath', { id }, shape)) }, ...kids);

/** A repeatable random source (mulberry32), so that a drawing is the same on every run. */
export const rng = seed => {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (lo, hi) => lo + (hi - lo) * next(),
    pick: list => list[Math.floor(next() * list.length)],
  };
};
export const times = (n, f) => Array.from({ length: n }, (_, i) => f(i));

/** A whole picture: `draw` is called with fresh definitions; `frame` [x, y, width] crops it. Returns the SVG document. */
export const picture = (w, h, draw, [x, y, width] = [0, 0, w]) => {
  defs = new Map();
  const body = draw(w, h);
  const kids = [defs.size ? el('defs', {}, [...defs.values()]) : '', body];
  return el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `${x} ${y} ${width} ${(width * h) / w}` },
    kids,
  );
};
