// Gallery: six women on stage with the certificates of their sewing course.

import { girih } from '../../girih.mjs';
import { glow, motes } from '../../nature/sky.mjs';
import { C } from '../../palette.mjs';
import { audience, people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { grad, path, rect, times } from '../../svg.mjs';
import { certificate, garland } from '../../things/celebration.mjs';
import { table } from '../../things/furniture.mjs';
import { sewing } from '../../things/sewing.mjs';

export const sewingGraduation = (w, h) => [
  rect(
    0,
    0,
    w,
    h,
    grad([
      [0, '#f0d9b5'],
      [1, '#e2b98a'],
    ]),
  ),
  rect(
    90,
    40,
    1020,
    470,
    grad([
      [0, '#7c2d33'],
      [1, '#a84a45'],
    ]),
  ),
  rect(90, 40, 1020, 470, girih('#f0c46a', { size: 96, width: 2, opacity: 0.32 })),
  times(11, i => path(`M${90 + i * 93} 40h93v40q-46 40-93 0Z`, i % 2 ? C.marigold : '#f3d9a8')),
  garland(90, 120, 430, 120, 50),
  garland(430, 120, 770, 120, 50),
  garland(770, 120, 1110, 120, 50),
  [60, 1110].map(x =>
    rect(
      x,
      0,
      34,
      560,
      grad(
        [
          [0, '#c99561'],
          [1, '#7a5233'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
  ),
  rect(
    -10,
    500,
    w + 20,
    120,
    grad([
      [0, '#9c4a3a'],
      [1, '#75332b'],
    ]),
  ),
  rect(-10, 500, w + 20, 120, girih('#e8b78a', { size: 60, width: 1.4, opacity: 0.3 })),
  rect(
    -10,
    612,
    w + 20,
    190,
    grad([
      [0, '#6d4a34'],
      [1, '#4e3324'],
    ]),
  ),
  rect(-10, 606, w + 20, 14, C.marigold),
  table(880, 570, 210, 84, { cloth: C.emerald }),
  sewing(930, 474, 0.9, 1),
  sewing(1030, 474, 0.9, 1),
  people(
    [cast.trainee, cast.trainee2, cast.trainee3, cast.mother4]
      .map((l, i) => [
        l,
        {
          x: 150 + i * 128,
          y: 590 - (i % 2) * 6,
          s: 1.62,
          f: 1,
          hands: 'hold',
          mood: i % 2 ? 'laugh' : 'smile',
          heldOver: true,
          hold: ([x, y]) => certificate(x, y - 6, 0.62),
        },
      ])
      .concat([
        [cast.mother2, { x: 668, y: 596, s: 1.68, f: 1, near: [44, 28], far: [48, 26], mood: 'laugh' }],
        [
          { ...cast.grandma, kameez: '#3c5a4d', dupatta: '#f0e6d0' },
          {
            x: 800,
            y: 596,
            s: 1.7,
            f: -1,
            near: [42, 28],
            far: [46, 26],
            heldOver: true,
            hold: ([x, y]) => certificate(x + 12, y - 4, 0.62),
          },
        ],
      ]),
    { dx: 0.9, o: 0.3 },
  ),
  audience(
    [cast.mother, cast.youth, cast.girl, cast.mother3, cast.elder2, cast.trainee2, cast.boy2],
    812,
    40,
    1160,
    1.5,
    12,
  ),
  motes(w, 500, 50, '#ffe6a0', 5, 0.9),
  glow(w, h, '#ffdf9c', { x: 0.5, o: 0.36 }),
];
