// Gallery: families in prayer before the fast is broken, under lanterns and a crescent moon.

import { bulbs } from '../../buildings/shelters.mjs';
import { ground, treeline, village } from '../../nature/land.mjs';
import { DAY } from '../../nature/sky.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { at, circle, g, grad, path, radial, rect, times } from '../../svg.mjs';
import { lantern } from '../../things/celebration.mjs';
import { clothMat, jug, plate } from '../../things/kitchen.mjs';

export const ramadanIftar = (w, h) => {
  const _d = DAY.evening;
  return [
    rect(
      0,
      0,
      w,
      520,
      grad([
        [0, '#123a40'],
        [0.55, '#3f6d68'],
        [0.85, '#d99a5e'],
        [1, '#f3c585'],
      ]),
    ),
    times(40, i =>
      circle((i * 197) % w, 16 + ((i * 83) % 230), 1 + (i % 3) * 0.5, '#fff3d0', { opacity: 0.8 }),
    ),
    path('M966 66A52 52 0 1 0 1018 146A42 42 0 1 1 966 66Z', '#fff0bd'),
    circle(
      986,
      110,
      140,
      radial([
        [0, '#fff0bd', 0.3],
        [1, '#fff0bd', 0],
      ]),
    ),
    g({ fill: '#1d4a47' }, [village(120, 440, 2.2, '#1f4c49')]),
    treeline(w, 446, 50, '#1b423c', 6),
    ground(w, 436, h, ['#8c6f4c', '#4f4030'], 5, { n: 20 }),
    bulbs(-20, 150, 420, 200, 10, 46),
    bulbs(400, 200, 820, 200, 10, 46),
    bulbs(800, 200, 1220, 150, 10, 46),
    [406, 808].map(x => rect(x, 190, 9, 300, '#3b2c1e')),
    lantern(210, 210, 1.2),
    lantern(610, 250, 1.3),
    lantern(1010, 215, 1.2),
    people(
      [cast.mother4, cast.girl, cast.elder, cast.boy3, cast.youth, cast.grandma, cast.boy2].map((l, i) => [
        l,
        {
          x: 110 + i * 162,
          y: 590,
          s: l.headScale ? 1.12 : 1.5,
          pose: 'floor',
          f: i < 4 ? 1 : -1,
          hands: 'pray',
          mood: 'calm',
        },
      ]),
      { dx: 0.4, o: 0.3 },
    ),
    clothMat(
      [
        [30, 584],
        [1170, 584],
        [1300, 720],
        [-100, 720],
      ],
      '#23695a',
      0.5,
    ),
    times(8, i => plate(90 + i * 146, 606, 1.1, i % 2 ? 3 : 0)),
    times(7, i => plate(70 + i * 172, 672, 1.5, (i * 3 + 1) % 4)),
    times(6, i =>
      at(150 + i * 178, 640, 1.1, [
        path('M-8 0L-10-30H10L8 0Z', '#d7685c'),
        path('M-9-22L-10-30H10L9-22Z', '#fff', { opacity: 0.6 }),
      ]),
    ),
    jug(560, 660, 1.3, C.rose),
    people(
      [cast.youth2, cast.boy, cast.mother2, cast.worker, cast.girl3].map((l, i) => [
        l,
        {
          x: 80 + i * 260,
          y: 806,
          s: l.headScale ? 1.35 : 1.8,
          pose: 'floor',
          f: i % 2 ? -1 : 1,
          back: true,
          near: [26, 34],
          far: [30, 30],
        },
      ]),
      { dx: 0.4, o: 0.3 },
    ),
    rect(
      0,
      0,
      w,
      h,
      radial(
        [
          [0, '#ffc873', 0.3],
          [1, '#0b2a2c', 0.36],
        ],
        0.5,
        0.62,
        0.75,
      ),
    ),
  ];
};
