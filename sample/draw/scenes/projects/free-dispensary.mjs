// Project: the free dispensary, a doctor with a mother and her child.

import { beam, room, shelf, viewWindow } from '../../buildings/rooms.mjs';
import { heartSign } from '../../buildings/signs.mjs';
import { glow } from '../../nature/sky.mjs';
import { C, tint } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, line, rect } from '../../svg.mjs';
import { chair, table } from '../../things/furniture.mjs';
import { pot } from '../../things/garden.mjs';
import { medicine } from '../../things/health.mjs';
import { clock, pile, poster } from '../../things/school.mjs';

const stethoscope = ([x, y]) => [
  line(`M${x + 2} ${y}C${x + 16} ${y + 4} ${x + 24} ${y - 4} ${x + 30} ${y - 2}`, '#2f3d3a', 2.4),
  circle(x + 32, y - 2, 5, '#9fb0aa'),
];

export const freeDispensary = (w, h) => [
  room(w, h, { wall: '#f6ead0', dado: '#bcd6c4', floorY: 0.7, dadoH: 190 }),
  viewWindow(86, 130, 210, 240, { arched: true }),
  beam(
    [
      [100, 200],
      [290, 150],
      [760, 800],
      [330, 800],
    ],
    0.34,
  ),
  poster(370, 150, 110, 140, [
    heartSign(425, 208, 2),
    rect(388, 250, 74, 6, C.mint),
    rect(388, 264, 54, 6, C.mint),
  ]),
  clock(1096, 172, 34),
  // medicine cabinet
  rect(640, 120, 380, 270, tint(C.wood, 0.12), { rx: 6 }),
  rect(654, 134, 352, 242, '#efe3ca'),
  shelf(654, 210, 352, 9, (x, y, i) => medicine(x, y, i, 1.3)),
  shelf(654, 290, 352, 8, (x, y, i) => medicine(x, y, i + 2, 1.4)),
  shelf(654, 367, 352, 9, (x, y, i) => medicine(x, y, i * 3 + 1, 1.3)),
  pot(1150, 590, 1.6),
  people(
    [
      [
        cast.nurse,
        {
          x: 950,
          y: 690,
          s: 1.85,
          f: -1,
          near: [34, 40],
          far: [40, 36],
          nod: 4,
          heldOver: true,
          hold: ([x, y]) => [
            rect(x - 6, y - 4, 44, 5, '#9fb0aa', { rx: 2 }),
            medicine(x + 6, y - 4, 0, 0.6),
            medicine(x + 20, y - 4, 2, 0.6),
            medicine(x + 31, y - 4, 3, 0.5),
          ],
        },
      ],
    ],
    { dx: 1.6, o: 0.26 },
  ),
  table(850, 780, 270, 100, { top: '#9a6a40' }),
  pile(1060, 666, 0.95, 4),
  medicine(890, 666, 0, 1.5),
  medicine(932, 666, 4, 1.4),
  medicine(972, 666, 1, 1.4),
  people(
    [
      [chair(316, 772, 2, 1, '#7a5233'), { y: 768 }],
      [cast.mother, { x: 316, y: 772, s: 2.08, f: 1, pose: 'chair', near: [34, 42], far: [48, 30], nod: 2 }],
      [
        cast.girl3,
        { x: 476, y: 778, s: 1.5, f: 1, pose: 'stand', near: [-18, 64], far: [20, 58], mood: 'smile' },
      ],
      [chair(720, 774, 2, -1, '#7a5233'), { y: 772 }],
      [
        cast.doctor,
        {
          x: 720,
          y: 776,
          s: 2.08,
          f: -1,
          pose: 'chair',
          lean: 12,
          near: [58, 20],
          far: [44, 52],
          hold: stethoscope,
        },
      ],
    ],
    { dx: 1.6, o: 0.26 },
  ),
  glow(w, h, '#ffe2a8', { o: 0.3 }),
];
