// The palette of the site, and the tints that the drawings mix from it.

export const INK = '#12261f';
export const EMERALD = '#0e6b4f';
export const MARIGOLD = '#e8a33d';
export const CREAM = '#fbf8f1';

export const C = {
  ink: INK,
  emerald: EMERALD,
  marigold: MARIGOLD,
  cream: CREAM,
  white: '#fffdf8',
  bone: '#f1e8d6',
  sand: '#e6d3ae',
  dust: '#d9bd8e',
  earth: '#b98a58',
  soil: '#7b5233',
  brick: '#b8603f',
  brickDark: '#8f4630',
  clay: '#cf7c50',
  rose: '#c96a6a',
  plum: '#6d3b52',
  maroon: '#7c2d33',
  red: '#c0392f',
  blush: '#eeb9a0',
  teal: '#2f8079',
  sea: '#4f9f97',
  sky: '#9cc7c8',
  navy: '#2b4a5f',
  denim: '#4d7590',
  slate: '#5b6f69',
  mist: '#d5e2da',
  leaf: '#5f9a4b',
  leafDark: '#2f6b43',
  leafLight: '#9dbf62',
  olive: '#7d8a3f',
  wheat: '#dcb257',
  wood: '#8b5a34',
  woodDark: '#5e3a22',
  steel: '#a9b8b4',
  steelDark: '#6e827d',
  lilac: '#a58bb0',
  mint: '#bcd9c4',
};

export const SKIN = ['#c98e62', '#b97a4f', '#a66a44', '#d8a379', '#8f5a3a', '#c48458'];

const hex = c => [1, 3, 5].map(i => Number.parseInt(c.slice(i, i + 2), 16));
const out = v =>
  `#${v
    .map(n =>
      Math.round(Math.max(0, Math.min(255, n)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** `a` moved towards `b` by `t` (0 to 1). */
export const mix = (a, b, t) => {
  const [p, q] = [hex(a), hex(b)];
  return out(p.map((n, i) => n + (q[i] - n) * t));
};
/** Darker, by mixing with a warm near-black, so that shade never looks grey. */
export const shade = (c, t) => mix(c, '#1c1a22', t);
/** Lighter, by mixing with warm light. */
export const tint = (c, t) => mix(c, '#fff6e2', t);
