// Gallery: a nurse gives out medicine from the open side of a van.

import { shelf } from '../../buildings/rooms.mjs';
import { heartSign, sign } from '../../buildings/signs.mjs';
import { field, ground, plain } from '../../nature/land.mjs';
import { bush, grass } from '../../nature/plants.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { kikar } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { baby, people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, grad, path, rect, times } from '../../svg.mjs';
import { chair } from '../../things/furniture.mjs';
import { medicine } from '../../things/health.mjs';

export const mobileClinic = (w, h) => {
  const d = DAY.noon;
  return [
    sky(w, 420, d, { sunX: 0.14, sunY: 0.3, sunR: 40 }),
    plain(w, 360, 450, d, { seed: 19, villageX: 0.5 }),
    kikar(120, 470, 1.1),
    field(w, 410, 470, '#d9b55c', { vx: 300, vy: 350, rows: 40 }),
    ground(w, 450, h, d.earth, 15),
    // the van, side open
    ellipse(720, 634, 440, 26, C.ink, { opacity: 0.25 }),
    path(
      'M330 610V330C330 290 350 270 390 270H1100C1130 270 1140 290 1140 316V610Z',
      grad([
        [0, '#fffdf6'],
        [1, '#dcdccd'],
      ]),
    ),
    path('M330 430C300 440 290 470 288 520V610H340V430Z', '#f1efe4'),
    path('M346 300H430V420H320C322 360 330 310 346 300Z', '#9fc0c2'),
    rect(288, 520, 852, 36, C.emerald),
    rect(288, 558, 852, 9, C.marigold),
    rect(520, 320, 420, 200, '#5a4a3c'),
    rect(
      534,
      332,
      392,
      188,
      grad([
        [0, '#f6ecd6'],
        [1, '#e0cfae'],
      ]),
    ),
    shelf(540, 400, 380, 11, (x, y, i) => medicine(x, y, i, 1.2)),
    shelf(540, 470, 380, 10, (x, y, i) => medicine(x, y, i + 3, 1.3)),
    path('M506 316L470 230H990L954 316Z', C.emerald),
    times(6, i =>
      path(`M${470 + i * 87} 230h43l${-4 + i * -2} 86h-40Z`, C.cream, { opacity: i < 6 ? 0.9 : 0 }),
    ),
    heartSign(1040, 400, 2.6),
    sign(470, 400, 24),
    [440, 1010].map(x => [
      circle(x, 610, 52, '#232b29'),
      circle(x, 610, 28, '#c9d0c9'),
      circle(x, 610, 10, '#6e7a74'),
    ]),
    rect(278, 560, 16, 26, '#ffe6a0'),
    people(
      [
        [
          cast.nurse,
          {
            x: 640,
            y: 662,
            s: 1.74,
            f: -1,
            near: [46, 24],
            far: [50, 20],
            mood: 'smile',
            hold: ([x, y]) => medicine(x + 6, y + 4, 0, 0.8),
          },
        ],
        [cast.grandma, { x: 470, y: 690, s: 1.7, f: 1, near: [42, 24], far: [46, 22] }],
        [cast.boy3, { x: 376, y: 706, s: 1.26, f: 1 }],
        [cast.farmer, { x: 250, y: 710, s: 1.8, f: 1, hands: 'back', mood: 'calm' }],
        [
          cast.mother2,
          {
            x: 120,
            y: 716,
            s: 1.74,
            f: 1,
            hands: 'hold',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, C.marigold),
          },
        ],
        [chair(846, 740, 1.75, 1), { y: 736 }],
        [
          cast.mother3,
          { x: 846, y: 742, s: 1.8, f: 1, pose: 'chair', near: [56, 40], far: [40, 52], mood: 'calm' },
        ],
        [chair(1094, 744, 1.75, -1), { y: 738 }],
        [
          cast.doctor,
          { x: 1094, y: 746, s: 1.84, f: -1, pose: 'chair', lean: 8, near: [46, 42], far: [50, 36] },
        ],
      ],
      { dx: 1.3, o: 0.28 },
    ),
    grass(30, 790, 1.4),
    bush(1170, 792, 1),
    glow(w, h, '#fff0c0', { o: 0.34 }),
  ];
};
