// Story: a grandfather behind clouded eyes, then reading to his grandchild.

import { door, windowFrame } from '../../buildings/openings.mjs';
import { beam } from '../../buildings/rooms.mjs';
import { bunting } from '../../buildings/shelters.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { bush } from '../../nature/plants.mjs';
import { birds, DAY, glow, sky } from '../../nature/sky.mjs';
import { tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { grad, line, radial, rect } from '../../svg.mjs';
import { charpai } from '../../things/furniture.mjs';
import { pot } from '../../things/garden.mjs';
import { jug } from '../../things/kitchen.mjs';
import { openBook } from '../../things/school.mjs';
import { matka } from '../../things/water.mjs';
import { dull, worn } from './hardship.mjs';

const porch = (w, h, lit) => [
  sky(w, 400, lit ? DAY.morning : DAY.winter, { sunX: 0.1, sunY: 0.4, sunR: 36 }),
  plain(w, 350, 450, lit ? DAY.morning : DAY.winter, { seed: 25, villageX: 0.04 }),
  ground(w, 440, h, lit ? ['#e7c992', '#c3945a'] : ['#c9b592', '#97795a'], 19),
  rect(
    480,
    110,
    740,
    460,
    grad([
      [0, lit ? '#f2d7a8' : '#c2ab8a'],
      [1, lit ? '#deb583' : '#a88d6c'],
    ]),
  ),
  rect(460, 90, 780, 30, lit ? C.emerald : '#6f6a58'),
  door(950, 566, 130, 300, lit ? C.teal : '#5f6a62', { open: lit }),
  windowFrame(600, 240, 150, 140, { frame: lit ? C.teal : '#5f6a62', lit }),
  rect(460, 562, 780, 22, lit ? '#ead2a4' : '#b09a7c'),
  rect(460, 582, 780, 8, '#8f7350'),
];

export const storySightBefore = (w, h) => [
  porch(w, h, false),
  tree(180, 560, 1.5, { color: '#6a7550', seed: 9 }),
  charpai(500, 740, 430, { c: '#6f4e33', rope: '#cbb891', h: 52 }),
  people(
    [
      [
        { ...cast.elder, kameez: '#b5a98f', vest: '#7a6a58', capColor: '#d0c6b2', glasses: false },
        {
          x: 640,
          y: 740,
          s: 2.1,
          f: 1,
          pose: 'chair',
          near: [36, 42],
          far: [30, 56],
          nod: 8,
          mood: 'sleep',
          patch: false,
          noShadow: true,
          hold: ([x, y]) => line(`M${x + 4} ${y - 8}L${x + 22} ${y + 86}`, '#5a3a24', 4.5),
        },
      ],
      [
        worn(cast.girl3, '#a3906a'),
        {
          x: 890,
          y: 764,
          s: 1.5,
          f: -1,
          near: [30, 30],
          far: [34, 28],
          mood: 'sad',
          hold: ([x, y]) => openBook(x + 10, y, 0.8, '#7a6a52'),
        },
      ],
    ],
    { o: 0.24, dx: 1 },
  ),
  matka(450, 770, 1.3, '#9a6a4a'),
  dull(w, h, 0.2),
  rect(
    0,
    0,
    w,
    h,
    radial(
      [
        [0, '#e9e4d6', 0.0],
        [1, '#cfcabb', 0.5],
      ],
      0.5,
      0.55,
      0.8,
    ),
  ),
];

export const storySightAfter = (w, h) => [
  porch(w, h, true),
  tree(180, 560, 1.5, { color: '#3f7a45', seed: 9 }),
  bunting(480, 130, 950, 130, 10, 20),
  beam(
    [
      [0, 120],
      [240, 60],
      [1100, 800],
      [500, 800],
    ],
    0.22,
  ),
  charpai(500, 740, 430, { sheet: '#b5443a', h: 52 }),
  people(
    [
      [
        { ...cast.elder, glasses: true, vest: '#2f6f5e' },
        {
          x: 640,
          y: 740,
          s: 2.1,
          f: 1,
          pose: 'chair',
          near: [36, 34],
          far: [46, 28],
          nod: 4,
          mood: 'smile',
          noShadow: true,
          hold: ([x, y]) => openBook(x + 12, y - 4, 0.95, C.maroon),
        },
      ],
      [cast.girl3, { x: 860, y: 764, s: 1.54, f: -1, near: [34, 22], far: [38, 20], lean: 6, mood: 'laugh' }],
      [cast.boy3, { x: 500, y: 768, s: 1.36, f: 1, near: [36, 18], far: [30, 50], mood: 'smile' }],
    ],
    { o: 0.28, dx: 1.3 },
  ),
  pot(1120, 560, 1.5),
  pot(1020, 780, 1.6, C.clay, C.leafDark),
  jug(950, 790, 1.4),
  bush(80, 790, 1.3, C.leaf, 7),
  birds(330, 120),
  glow(w, h, '#fff0b8', { o: 0.4 }),
];
