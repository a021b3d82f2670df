// Gallery: a volunteer and a girl plant a sapling at the edge of the fields.

import { ground, plain } from '../../nature/land.mjs';
import { grass, sapling } from '../../nature/plants.mjs';
import { birds, DAY, glow, sky } from '../../nature/sky.mjs';
import { poplar } from '../../nature/trees.mjs';
import { C, shade } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { ellipse, path } from '../../svg.mjs';
import { spade } from '../../things/garden.mjs';
import { bucket } from '../../things/water.mjs';

export const treePlanting = (w, h) => {
  const d = DAY.morning;
  return [
    sky(w, 420, d, { sunX: 0.78, sunY: 0.46, sunR: 50 }),
    birds(300, 130, 1.1),
    plain(w, 360, 470, d, { seed: 12, villageX: 0.3 }),
    poplar(60, 480, 1.2),
    poplar(112, 484, 1.4),
    poplar(1140, 480, 1.2),
    poplar(1090, 476, 1),
    ground(w, 460, h, ['#c9a874', '#8f6640'], 7),
    [
      [130, 520, 0.7],
      [300, 500, 0.55],
      [470, 490, 0.45],
      [640, 486, 0.42],
      [820, 492, 0.5],
      [1000, 506, 0.6],
    ].map(([x, y, s]) => [ellipse(x, y, 40 * s, 10 * s, C.soil), sapling(x, y, s * 1.4)]),
    people(
      [
        [
          cast.schoolboy,
          {
            x: 250,
            y: 640,
            s: 1.2,
            f: 1,
            near: [40, 44],
            far: [46, 40],
            lean: 8,
            hold: ([x, y]) => bucket(x + 4, y + 46, 0.7),
          },
        ],
        [
          cast.youth,
          {
            x: 1010,
            y: 680,
            s: 1.66,
            f: -1,
            lean: 16,
            near: [44, 44],
            far: [36, 24],
            hold: ([x, y]) => spade(x + 8, y + 46, 0.9, 18),
          },
        ],
        [
          cast.ladyVolunteer,
          {
            x: 420,
            y: 740,
            s: 1.9,
            f: 1,
            pose: 'kneel',
            lean: 16,
            near: [52, 56],
            far: [58, 50],
            mood: 'smile',
          },
        ],
        [
          cast.girl3,
          {
            x: 800,
            y: 752,
            s: 1.5,
            f: -1,
            pose: 'kneel',
            lean: 12,
            near: [52, 48],
            far: [56, 44],
            mood: 'laugh',
          },
        ],
      ],
      { dx: -1.4, o: 0.3 },
    ),
    ellipse(600, 752, 110, 24, shade(C.soil, 0.2)),
    ellipse(600, 746, 96, 18, C.soil),
    sapling(600, 746, 3.1),
    path('M520 754Q600 722 684 754Q600 778 520 754Z', '#6a452b'),
    bucket(150, 770, 1.2),
    spade(1100, 752, 1.1, 24),
    sapling(216, 778, 1.1),
    path('M196 750h40l-5 34h-30Z', '#3b342d'),
    grass(1120, 790, 1.4),
    grass(40, 786, 1.4),
    glow(w, h, '#fff0b8', { x: 0.8, y: 0.2, o: 0.44 }),
  ];
};
