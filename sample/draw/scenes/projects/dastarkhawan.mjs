// Project: the dastarkhawan, the meal that is served every day.

import { shamiana } from '../../buildings/shelters.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { line, times } from '../../svg.mjs';
import { clothMat, degh, jug, plate } from '../../things/kitchen.mjs';

export const dastarkhawan = (w, h) => {
  const day = DAY.noon;
  return [
    sky(w, 330, day, { sunX: 0.12, sunY: 0.3, sunR: 34 }),
    plain(w, 270, 360, day, { seed: 5, villageX: 0.42 }),
    ground(w, 356, h, ['#e6c38d', '#c69358'], 6),
    tree(1060, 420, 1.4, { seed: 4 }),
    shamiana(140, 440, 760, 300, C.emerald, C.cream, { n: 14 }),
    degh(1010, 470, 1.15),
    degh(1150, 500, 0.9, {}),
    people([
      [
        cast.cook,
        {
          x: 900,
          y: 480,
          s: 1.3,
          f: 1,
          near: [50, 40],
          far: [46, 38],
          lean: 6,
          hold: ([x, y]) => [line(`M${x - 10} ${y - 26}L${x + 26} ${y + 34}`, '#7a5233', 4)],
        },
      ],
      [
        cast.volunteer,
        {
          x: 610,
          y: 470,
          s: 1.3,
          f: -1,
          near: [38, 40],
          far: [46, 36],
          hold: ([x, y]) => jug(x + 8, y + 12, 0.7, C.steel),
        },
      ],
    ]),
    // the row that faces us
    people(
      [cast.elder2, cast.boy, cast.worker, cast.youth, cast.farmer, cast.boy2].map((l, i) => [
        l,
        {
          x: 120 + i * 150,
          y: 560,
          s: l.kind === 'boy' ? 1.02 : 1.34,
          pose: 'floor',
          f: i % 2 ? -1 : 1,
          near: [22, 52],
          far: i % 3 ? [34, 50] : [26, 24],
          mood: ['smile', 'laugh', 'calm'][i % 3],
        },
      ]),
      { dx: 0.6, o: 0.2 },
    ),
    clothMat(
      [
        [20, 560],
        [1010, 560],
        [1230, 690],
        [-120, 690],
      ],
      '#b5443a',
      0.5,
    ),
    times(7, i => plate(70 + i * 146, 584, 1.05, i)),
    times(6, i => plate(110 + i * 166, 650, 1.35, i + 1)),
    times(3, i => plate(30 + i * 480 + 130, 616, 1.1, 1)),
    jug(372, 634, 1),
    jug(820, 634, 1, C.denim),
    people(
      [cast.youth2, cast.boy3, cast.elder, cast.girl, cast.volunteer2].map((l, i) => [
        l,
        {
          x: 90 + i * 246,
          y: 800,
          s: l.kind === 'boy' || l.kind === 'girl' ? 1.3 : 1.72,
          pose: 'floor',
          f: i % 2 ? 1 : -1,
          back: true,
          near: [20, 50],
          far: [34, 40],
        },
      ]),
      { dx: 0.5, o: 0.2 },
    ),
    glow(w, h, '#ffe7b0', { o: 0.3, foot: 0.14 }),
  ];
};
