// Project: the filtration plant, families filling cans with clean water.

import { windowFrame } from '../../buildings/openings.mjs';
import { sign } from '../../buildings/signs.mjs';
import { girih } from '../../girih.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { bush, grass } from '../../nature/plants.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { palm, tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { ellipse, grad, path, rect } from '../../svg.mjs';
import { can, matka, tap, waterTank } from '../../things/water.mjs';

export const waterFiltration = (w, h) => {
  const day = DAY.noon;
  return [
    sky(w, 420, day, { sunX: 0.86, sunY: 0.24, sunR: 38 }),
    plain(w, 360, 450, day, { seed: 14, villageX: 0.66 }),
    tree(70, 480, 1.1, { seed: 8 }),
    waterTank(900, 500, 1.16),
    ground(w, 450, h, ['#e3cd9f', '#c79d66'], 3),
    palm(1110, 486, 1.05),
    // the plant: a tiled front with taps
    ellipse(470, 640, 420, 26, C.ink, { opacity: 0.2 }),
    rect(
      150,
      250,
      600,
      380,
      grad([
        [0, '#fdf3dc'],
        [1, '#ecd9b2'],
      ]),
    ),
    rect(130, 226, 640, 32, C.emerald),
    rect(130, 252, 640, 8, C.marigold),
    rect(150, 262, 600, 20, C.ink, { opacity: 0.1 }),
    rect(170, 400, 560, 150, '#d7ebe4'),
    rect(170, 400, 560, 150, girih('#2f8f86', { size: 50, width: 2, opacity: 0.55 })),
    rect(170, 400, 560, 150, 'none', { stroke: C.emerald, 'stroke-width': 6 }),
    sign(450, 324, 34),
    path('M330 296C316 316 312 326 312 336A18 18 0 0 0 348 336C348 326 344 316 330 296Z', '#4aa3b5'),
    path('M570 296C556 316 552 326 552 336A18 18 0 0 0 588 336C588 326 584 316 570 296Z', '#4aa3b5'),
    windowFrame(178, 296, 70, 60),
    windowFrame(652, 296, 70, 60),
    rect(150, 586, 600, 46, '#b9c6bf'),
    rect(150, 580, 600, 12, '#e6ece6'),
    rect(160, 596, 580, 10, '#8fc5c9', { opacity: 0.6 }),
    [240, 360, 480, 600, 690].map((x, i) => tap(x, 494, 1.05, i !== 4)),
    can(256, 596, 0.9),
    can(616, 596, 0.9, C.marigold),
    people(
      [
        [
          cast.mother2,
          {
            x: 180,
            y: 690,
            s: 1.55,
            f: 1,
            near: [44, 52],
            far: [52, 40],
            lean: 4,
            hold: ([x, y]) => can(x + 4, y + 54, 0.9, C.teal),
          },
        ],
        [
          cast.girl2,
          {
            x: 392,
            y: 706,
            s: 1.12,
            f: -1,
            near: [22, -2],
            far: [26, 2],
            mood: 'calm',
            hold: ([x, y]) => [path(`M${x - 2} ${y - 14}h16l-3 18h-10Z`, '#dff3f0')],
          },
        ],
        [
          cast.youth,
          {
            x: 560,
            y: 692,
            s: 1.6,
            f: -1,
            lean: 14,
            near: [46, 44],
            far: [50, 40],
            mood: 'smile',
            hold: ([x, y]) => can(x + 8, y + 52, 0.8, '#3f8fb0'),
          },
        ],
        [
          cast.elder2,
          {
            x: 790,
            y: 720,
            s: 1.62,
            f: -1,
            near: [20, 58],
            far: [30, 20],
            hold: ([x, y]) => can(x, y + 62, 0.9, C.rose),
          },
        ],
        [
          cast.boy,
          { x: 906, y: 740, s: 1.14, f: -1, pose: 'walk', near: [-16, 60], far: [22, 60], mood: 'laugh' },
        ],
        [
          cast.mother,
          {
            x: 1030,
            y: 742,
            s: 1.64,
            f: 1,
            pose: 'walk',
            near: [-22, 66],
            far: [12, -50],
            hold: () => matka(6, -46, 1),
          },
        ],
      ],
      { dx: -1.5, o: 0.28 },
    ),
    can(676, 716, 1.2, '#3f8fb0'),
    can(724, 726, 1.2, C.marigold),
    matka(96, 730, 1.3),
    bush(1160, 790, 1.2, C.leaf, 7),
    grass(30, 790, 1.3),
    glow(w, h, '#fff0c4', { x: 0.85, o: 0.34, foot: 0.14 }),
  ];
};
