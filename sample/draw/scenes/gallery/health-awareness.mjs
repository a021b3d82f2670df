// Gallery: a doctor speaks about clean water and washed hands under a large tree.

import { house } from '../../buildings/houses.mjs';
import { heartSign } from '../../buildings/signs.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { baby, people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { at, circle, ellipse, line, path, rect } from '../../svg.mjs';
import { clothMat } from '../../things/kitchen.mjs';
import { box } from '../../things/provisions.mjs';

export const healthAwareness = (w, h) => {
  const d = DAY.noon;
  return [
    sky(w, 400, d, { sunX: 0.5, sunY: 0.2, sunR: 0 }),
    plain(w, 340, 440, d, { seed: 15, villageX: 0.05 }),
    ground(w, 420, h, ['#e2c692', '#bf9259'], 14),
    house(930, 500, 320, 230, { fill: '#dcb07c', doorC: C.emerald }),
    tree(330, 520, 1.9, { seed: 6, color: '#3f7a45' }),
    ellipse(420, 640, 460, 90, '#4c4a2a', { opacity: 0.2 }),
    // the flip chart
    line('M620 640L660 340M860 640L820 340M740 640V360', C.wood, 9),
    rect(630, 300, 220, 230, '#fffaf0', { stroke: C.wood, 'stroke-width': 8 }),
    at(690, 360, 1, [path('M0-30C-20 0-28 10-28 24A28 28 0 0 0 28 24C28 10 20 0 0-30Z', '#4aa3b5')]),
    at(790, 366, 1.3, [
      path('M-22 10C-22-14-6-22 0-22C6-22 22-14 22 10C12 18-12 18-22 10Z', '#e9b08e'),
      line('M-10-18V-34M-3-22V-40M5-21V-39M12-16V-31', '#e9b08e', 8),
    ]),
    heartSign(690, 470, 1.5),
    at(790, 470, 1.1, [
      circle(0, 0, 26, C.leafLight),
      path('M0 18C-20 2-14-14-6-14C-2-14 0-10 0-8C0-10 2-14 6-14C14-14 20 2 0 18Z', C.clay),
    ]),
    people(
      [
        [cast.ladyDoctor, { x: 940, y: 690, s: 1.86, f: -1, near: [54, -14], far: [30, 40], mood: 'smile' }],
        [
          cast.nurse,
          {
            x: 1080,
            y: 706,
            s: 1.78,
            f: -1,
            near: [30, 38],
            far: [36, 34],
            heldOver: true,
            hold: ([x, y]) => box(x - 10, y + 16, 42, 32, '#f2ead8'),
          },
        ],
      ],
      { dx: -1, o: 0.26 },
    ),
    people(
      [
        [
          cast.mother2,
          {
            x: 130,
            y: 640,
            s: 1.42,
            pose: 'floor',
            f: 1,
            hands: 'hold',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, '#cfe3dd'),
          },
        ],
        [cast.mother3, { x: 320, y: 630, s: 1.42, pose: 'floor', f: 1, hands: 'lap' }],
        [cast.grandma, { x: 490, y: 640, s: 1.4, pose: 'floor', f: 1, hands: 'lap', mood: 'calm' }],
      ],
      { o: 0.2, dx: 0.8 },
    ),
    clothMat(
      [
        [30, 700],
        [720, 700],
        [860, 800],
        [-60, 800],
      ],
      '#2a6f7a',
      0.35,
    ),
    people(
      [
        [cast.trainee, { x: 90, y: 796, s: 1.76, pose: 'floor', f: 1, back: true }],
        [cast.mother4, { x: 300, y: 806, s: 1.76, pose: 'floor', f: -1, back: true }],
        [cast.girl, { x: 480, y: 800, s: 1.36, pose: 'floor', f: 1, back: true }],
        [cast.mother, { x: 660, y: 806, s: 1.76, pose: 'floor', f: 1, back: true, far: [24, -52] }],
      ],
      { o: 0.2, dx: 0.8 },
    ),
    glow(w, h, '#fff0b8', { x: 0.7, o: 0.34 }),
  ];
};
