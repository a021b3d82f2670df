// Gallery: a doctor examines an elderly man's eyes in a tent, an eye chart beside them.

import { shamiana } from '../../buildings/shelters.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { at, circle, g, line, path, radial, rect, times } from '../../svg.mjs';
import { chair, table } from '../../things/furniture.mjs';

const eyeChart = (x, y, s) =>
  at(x, y, s, [
    rect(-60, -90, 120, 180, '#fffdf4', { stroke: C.wood, 'stroke-width': 6 }),
    [
      [-60, 30],
      [-22, 22],
      [8, 16],
      [32, 11],
      [52, 8],
    ].map(([dy, r], row) =>
      times(row + 1, i =>
        path(
          `M${(i - row / 2) * r * 1.9 - r * 0.5} ${dy - r * 0.5}h${r}v${r * 0.28}h${-r * 0.7}v${r * 0.2}h${r * 0.7}v${r * 0.28}h${-r * 0.7}v${r * 0.0}h${r * 0.7}v${r * 0.24}h${-r}Z`,
          C.ink,
          { transform: `rotate(${((i + row) % 4) * 90} ${(i - row / 2) * r * 1.9} ${dy})` },
        ),
      ),
    ),
  ]);

export const eyeCamp = (w, h) => [
  sky(w, 420, DAY.morning, { sunR: 0 }),
  plain(w, 350, 440, DAY.morning, { seed: 9, villageX: 0.02 }),
  ground(w, 430, h, DAY.morning.earth, 5),
  shamiana(180, 620, 960, 470, '#1d6f74', C.cream, { n: 16 }),
  eyeChart(1010, 380, 1.15),
  people(
    [
      [
        cast.nurse,
        {
          x: 900,
          y: 660,
          s: 1.7,
          f: 1,
          near: [48, -20],
          far: [30, 56],
          hold: ([x, y]) => line(`M${x} ${y}L${x + 34} ${y - 20}`, '#7a5233', 3),
        },
      ],
    ],
    { o: 0.24 },
  ),
  people(
    [
      [chair(690, 742, 1.95, -1), { y: 738 }],
      [
        cast.doctor,
        {
          x: 690,
          y: 742,
          s: 2.02,
          f: -1,
          pose: 'chair',
          lean: 10,
          near: [52, -12],
          far: [40, 46],
          hold: ([x, y]) => [
            rect(x + 2, y - 14, 8, 24, C.ink, { rx: 3 }),
            circle(
              x + 18,
              y - 10,
              16,
              radial([
                [0, '#fff6c8', 0.9],
                [1, '#fff6c8', 0],
              ]),
            ),
          ],
        },
      ],
      [chair(400, 742, 1.95, 1), { y: 738 }],
      [
        { ...cast.elder, vest: '#6f7d86' },
        { x: 400, y: 742, s: 2.02, f: 1, pose: 'chair', near: [26, 58], far: [34, 56], mood: 'calm' },
      ],
      [cast.girl, { x: 290, y: 764, s: 1.3, f: 1, near: [-16, 62], far: [32, 6] }],
      [cast.grandma, { x: 110, y: 750, s: 1.74, f: 1, hands: 'chest' }],
    ],
    { dx: 1.5, o: 0.26 },
  ),
  table(860, 790, 230, 84, { cloth: C.cream, pattern: false }),
  times(5, i =>
    g({ fill: 'none', stroke: ['#2b2522', C.maroon, C.emerald, '#2b2522', C.navy][i], 'stroke-width': 3.4 }, [
      circle(890 + i * 42, 684, 10, undefined),
      circle(912 + i * 42, 684, 10, undefined),
    ]),
  ),
  glow(w, h, '#fff0c4', { o: 0.3 }),
];
