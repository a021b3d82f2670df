// What stands where a portrait or a picture is still missing.

import { arch } from '../buildings/openings.mjs';
import { girih, star } from '../girih.mjs';
import { sprout } from '../marks.mjs';
import { at, circle, g, grad, path, radial, rect } from '../svg.mjs';

export const placeholderPerson = () => [
  rect(
    0,
    0,
    400,
    400,
    grad([
      [0, '#eef0e4'],
      [1, '#d5ded0'],
    ]),
  ),
  rect(0, 0, 400, 400, girih('#0e6b4f', { size: 64, width: 1.6, opacity: 0.16 })),
  path(arch(66, 420, 268, 388), '#fbf8f1', { opacity: 0.85 }),
  at(
    200,
    196,
    1.06,
    g({ opacity: 0.9 }, [
      path(
        'M-170 240C-166 176-120 142-58 124C-34 116-26 108-24 92V40H24V92C26 108 34 116 58 124C120 142 166 176 170 240Z',
        grad([
          [0, '#8fb3a2'],
          [1, '#6d9987'],
        ]),
      ),
      path('M-52-18C-54-92 54-92 52-18C52 30 28 66 0 66C-28 66-52 30-52-18Z', '#a9c5b6'),
    ]),
  ),
];

export const placeholderPicture = (w, h) => [
  rect(
    0,
    0,
    w,
    h,
    grad(
      [
        [0, '#f6f1e3'],
        [1, '#e6e2cf'],
      ],
      0,
      0,
      1,
      1,
    ),
  ),
  rect(0, 0, w, h, girih('#0e6b4f', { size: 120, width: 2, opacity: 0.2, fill: '#0e6b4f0a' })),
  circle(
    w / 2,
    h / 2,
    330,
    radial([
      [0, '#f6f1e3', 0.95],
      [0.6, '#f6f1e3', 0.7],
      [1, '#f6f1e3', 0],
    ]),
  ),
  star(w / 2, h / 2, 120, '#dfe8d8', { stroke: '#0e6b4f', 'stroke-width': 3, 'stroke-opacity': 0.4 }),
  sprout(w / 2, h / 2, 104, '#fbf8f1', '#8fb8a2'),
];
