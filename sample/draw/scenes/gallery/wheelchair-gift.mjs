// Gallery: a young man waves from his new wheelchair while his family applauds.

import { bricks } from '../../buildings/houses.mjs';
import { jaaliWindow } from '../../buildings/rooms.mjs';
import { bunting } from '../../buildings/shelters.mjs';
import { ground } from '../../nature/land.mjs';
import { DAY, glow, motes, sky } from '../../nature/sky.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { grad, rect } from '../../svg.mjs';
import { flowers, garland } from '../../things/celebration.mjs';
import { pot } from '../../things/garden.mjs';
import { wheelchair } from '../../things/health.mjs';

export const wheelchairGift = (w, h) => {
  const d = DAY.golden;
  return [
    sky(w, 400, d, { sunR: 0 }),
    rect(0, 120, w, 380, '#eccf9d'),
    rect(0, 120, w, 380, bricks('#d9a877', 44, 20)),
    rect(
      0,
      120,
      w,
      380,
      grad(
        [
          [0, '#fff0cc', 0.6],
          [1, '#a3693f', 0.25],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    rect(0, 104, w, 24, C.emerald),
    jaaliWindow(120, 180, 150, 220),
    jaaliWindow(930, 180, 150, 220),
    rect(500, 150, 200, 350, C.emerald),
    rect(
      514,
      164,
      172,
      336,
      grad([
        [0, '#4a3527'],
        [1, '#8a6240'],
      ]),
    ),
    ground(w, 490, h, ['#ecc88f', '#bf8a54'], 3),
    garland(460, 150, 740, 150, 40, 20, 8),
    bunting(-10, 130, 470, 150, 10, 30),
    bunting(730, 150, 1210, 130, 10, 30),
    wheelchair(240, 640, 1.5, 1, C.denim),
    wheelchair(960, 636, 1.5, -1, C.maroon),
    people(
      [
        [
          cast.volunteer,
          { x: 430, y: 730, s: 1.95, f: 1, lean: 4, near: [34, 46], far: [40, 44], mood: 'smile' },
        ],
        [wheelchair(570, 752, 2, 1, C.emerald), { y: 751 }],
        [
          { ...cast.youth, kameez: '#c98b3a', shalwar: '#e6c58a' },
          {
            x: 554,
            y: 744,
            s: 1.9,
            f: 1,
            pose: 'chair',
            near: [24, 46],
            far: [48, -10],
            mood: 'laugh',
            noShadow: true,
          },
        ],
        [
          cast.girl,
          {
            x: 760,
            y: 760,
            s: 1.44,
            f: -1,
            near: [36, 26],
            far: [42, 22],
            mood: 'laugh',
            heldOver: true,
            hold: ([x, y]) => flowers(x + 6, y - 14, 0.9),
          },
        ],
        [cast.mother, { x: 880, y: 752, s: 1.88, f: -1, hands: 'chest', mood: 'smile' }],
        [cast.elder, { x: 1030, y: 760, s: 1.9, f: -1, hands: 'pray', mood: 'calm' }],
        [cast.mother4, { x: 190, y: 764, s: 1.84, f: 1, hands: 'pray', mood: 'laugh' }],
      ],
      { dx: 1.6, o: 0.3, c: '#5a3a1e' },
    ),
    pot(70, 780, 1.6),
    pot(1140, 786, 1.6),
    motes(w, 600, 40, '#fff3c9', 4, 0.8),
    glow(w, h, '#ffdf98', { o: 0.4 }),
  ];
};
