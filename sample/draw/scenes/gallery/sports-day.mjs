// Gallery: children race along a track as families cheer.

import { bunting, shamiana } from '../../buildings/shelters.mjs';
import { treeline } from '../../nature/land.mjs';
import { grass } from '../../nature/plants.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { poplar, tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { grad, line, path, rect } from '../../svg.mjs';
import { ball, cup } from '../../things/celebration.mjs';

export const sportsDay = (w, h) => {
  const d = DAY.noon;
  const runner = (l, x, y, c, s = 1.4) => [
    { ...l, kameez: c, shalwar: C.white, sash: undefined },
    { x, y, s, f: 1, pose: 'run', lean: 10, near: [34, 22], far: [-14, 34], mood: 'laugh' },
  ];
  return [
    sky(w, 380, d, { sunX: 0.86, sunY: 0.26, sunR: 38 }),
    treeline(w, 336, 60, d.far, 5),
    rect(
      -10,
      334,
      w + 20,
      480,
      grad([
        [0, '#8fb765'],
        [1, '#5c8f45'],
      ]),
    ),
    tree(120, 380, 1.1, { seed: 5 }),
    tree(1080, 376, 1, { seed: 12 }),
    poplar(300, 372, 0.8),
    poplar(900, 370, 0.8),
    shamiana(400, 400, 400, 170, C.maroon, C.cream, { n: 10 }),
    people(
      [cast.elder, cast.mother4, cast.teacher, cast.mother, cast.volunteer].map((l, i) => [
        l,
        { x: 440 + i * 78, y: 404, s: 0.72, f: i % 2 ? 1 : -1, near: [20, 10], far: [26, 8], mood: 'laugh' },
      ]),
    ),
    path('M-20 560L1220 470V520L-20 640Z', '#c9764b'),
    path('M-20 640L1220 520V580L-20 740Z', '#bd6a42'),
    path('M-20 740L1220 580V690L-20 880Z', '#c9764b'),
    line('M-20 640L1220 520M-20 740L1220 580M-20 560L1220 470M1220 690L-20 880', '#fff3df', 5),
    bunting(-10, 120, 620, 150, 16, 50),
    bunting(580, 150, 1210, 110, 16, 50),
    people(
      [
        runner(cast.girl2, 820, 590, C.marigold, 1.3),
        runner(cast.boy, 560, 640, C.teal, 1.4),
        runner(cast.girl, 300, 700, C.rose, 1.46),
        runner(cast.boy2, 930, 690, C.denim, 1.52),
        runner(cast.boy3, 520, 772, C.leaf, 1.6),
        [
          { ...cast.teacher, kameez: C.emerald },
          {
            x: 1100,
            y: 640,
            s: 1.66,
            f: -1,
            near: [48, -34],
            far: [40, 20],
            mood: 'laugh',
            hold: ([x, y]) => [
              line(`M${x + 2} ${y + 10}V${y - 40}`, C.wood, 3),
              path(`M${x + 2} ${y - 40}h34l-8 11l8 11h-34Z`, C.marigold),
            ],
          },
        ],
      ],
      { dx: -1, o: 0.3 },
    ),
    ball(110, 730, 28),
    cup(1130, 770, 1.3),
    cup(1060, 782, 1),
    grass(40, 796, 1.2),
    grass(760, 800, 1.2),
    glow(w, h, '#fff4c4', { x: 0.85, o: 0.32, foot: 0.14 }),
  ];
};
