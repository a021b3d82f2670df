// Gallery: a teacher gives new bags to a line of children in uniform.

import { bricks, verandah } from '../../buildings/houses.mjs';
import { bunting } from '../../buildings/shelters.mjs';
import { ground } from '../../nature/land.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { grad, rect } from '../../svg.mjs';
import { table } from '../../things/furniture.mjs';
import { bag, pile } from '../../things/school.mjs';

export const schoolBags = (w, h) => [
  sky(w, 420, DAY.noon, { sunX: 0.1, sunY: 0.3, sunR: 36 }),
  rect(0, 150, w, 330, bricks('#c27a55', 40, 18)),
  rect(
    0,
    150,
    w,
    330,
    grad(
      [
        [0, '#fff0cc', 0.3],
        [1, C.ink, 0.16],
      ],
      0,
      0,
      1,
      0,
    ),
  ),
  rect(0, 132, w, 22, C.emerald),
  verandah(520, 480, 4, 160, 300, { band: false, wall: '#f1dcb4' }),
  bunting(-20, 150, 620, 160, 14, 40),
  bunting(580, 160, 1220, 150, 14, 40),
  ground(w, 478, h, ['#e7c794', '#c69a62'], 5),
  table(800, 640, 330, 96, { cloth: C.maroon }),
  [C.emerald, C.marigold, C.denim, C.clay].map((c, i) => bag(840 + i * 84, 536, 1.05, c)),
  pile(1120, 536, 1, 5),
  people(
    [
      [
        cast.teacher,
        {
          x: 700,
          y: 660,
          s: 1.72,
          f: -1,
          near: [46, 46],
          far: [52, 42],
          lean: 8,
          heldOver: true,
          hold: ([x, y]) => bag(x + 8, y + 40, 0.72, C.emerald),
        },
      ],
      [cast.schoolgirl, { x: 545, y: 690, s: 1.28, f: 1, near: [40, 20], far: [46, 16], mood: 'laugh' }],
      [
        { ...cast.schoolboy, bag: C.marigold },
        { x: 420, y: 700, s: 1.3, f: 1, near: [-18, 62], far: [28, 56], mood: 'smile' },
      ],
      [
        cast.schoolgirl2,
        {
          x: 308,
          y: 708,
          s: 1.26,
          f: 1,
          hands: 'hold',
          mood: 'smile',
          hold: ([x, y]) => pile(x, y + 16, 0.6, 3),
        },
      ],
      [cast.schoolboy2, { x: 196, y: 716, s: 1.3, f: 1, near: [-18, 62], far: [20, -52], mood: 'laugh' }],
      [
        { ...cast.boy, kameez: '#a9c4d6', shalwar: '#a9c4d6' },
        { x: 84, y: 722, s: 1.24, f: 1 },
      ],
      [
        { ...cast.schoolgirl, bag: C.red },
        { x: 1040, y: 776, s: 1.42, f: 1, back: true, pose: 'walk' },
      ],
      [
        { ...cast.schoolboy, bag: C.denim },
        { x: 920, y: 784, s: 1.42, f: -1, back: true, pose: 'walk' },
      ],
    ],
    { dx: 1.4, o: 0.28 },
  ),
  glow(w, h, '#ffecba', { o: 0.34 }),
];
