// Gallery: a new hand pump, and children filling a bucket.

import { house } from '../../buildings/houses.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { grass, wheat } from '../../nature/plants.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { kikar } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people, shadow } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, times } from '../../svg.mjs';
import { bucket, handPump, matka } from '../../things/water.mjs';

export const handPumpDay = (w, h) => {
  const d = DAY.golden;
  return [
    sky(w, 440, d, { sunX: 0.2, sunY: 0.62, sunR: 54 }),
    plain(w, 400, 500, d, { seed: 11, villageX: 0.62 }),
    kikar(1060, 540, 1.5, '#7f8d4c'),
    ground(w, 490, h, d.earth, 9),
    house(-90, 560, 260, 200, { fill: '#cf9b66', doorC: '#8f4630' }),
    shadow(560, 726, 150, { dx: 2, o: 0.22 }),
    handPump(560, 730, 2, { up: false }),
    ellipse(676, 714, 70, 14, '#a9d3cf', { opacity: 0.6 }),
    people(
      [
        [cast.youth2, { x: 330, y: 744, s: 1.9, f: 1, lean: 10, near: [34, 6], far: [40, 4], mood: 'smile' }],
        [
          cast.girl2,
          { x: 770, y: 740, s: 1.4, f: -1, lean: 18, near: [42, 30], far: [46, 36], mood: 'laugh' },
        ],
        [cast.boy2, { x: 884, y: 752, s: 1.34, f: -1, near: [36, -30], far: [40, -24], mood: 'laugh' }],
        [
          cast.mother3,
          { x: 1010, y: 760, s: 1.84, f: -1, near: [-18, 62], far: [14, -50], hold: () => matka(5, -46, 1) },
        ],
        [
          cast.boy,
          {
            x: 160,
            y: 764,
            s: 1.3,
            f: 1,
            pose: 'walk',
            near: [-18, 64],
            far: [24, 62],
            hold: ([x, y]) => bucket(x + 2, y + 48, 0.8),
          },
        ],
      ],
      { dx: 1.8, dy: 0.3, o: 0.32, c: '#5a3a1e' },
    ),
    bucket(668, 728, 1.2),
    times(10, i => circle(640 + ((i * 29) % 110), 640 + ((i * 17) % 60), 3, '#dff4f1', { opacity: 0.85 })),
    matka(1120, 776, 1.5),
    matka(1060, 790, 1.2, C.brick),
    grass(420, 786, 1.3, '#8f9a4a'),
    wheat(40, 800, 1.2, 8),
    glow(w, h, '#ffdf98', { x: 0.2, y: 0.4, o: 0.42 }),
  ];
};
