// Project: vocational training, women learning to sew.

import { beam, room, shelf, tubeLight, viewWindow } from '../../buildings/rooms.mjs';
import { glow } from '../../nature/sky.mjs';
import { C, shade, tint } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, g, grad, line, path, rect } from '../../svg.mjs';
import { chair, table } from '../../things/furniture.mjs';
import { bolts, fabric, sewing, spool } from '../../things/sewing.mjs';

const dressForm = (x, y, s, c) =>
  g({ transform: `translate(${x} ${y}) scale(${s})` }, [
    rect(-3, -70, 6, 70, C.woodDark),
    path('M-26 0L0-14L26 0L22 3H-22Z', C.woodDark),
    circle(0, -206, 7, C.wood),
    path(
      'M-8-198C-22-194-28-188-28-176C-24-160-20-150-20-138C-26-110-36-84-42-60Q0-48 42-60C36-84 26-110 20-138C20-150 24-160 28-176C28-188 22-194 8-198Q0-190-8-198Z',
      grad(
        [
          [0, tint(c, 0.2)],
          [1, shade(c, 0.2)],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    line('M-40-66Q0-54 40-66', C.marigold, 5),
    line('M-9-196Q0-176 9-196M0-184V-150', C.marigold, 3),
  ]);

export const vocationalTraining = (w, h) => [
  room(w, h, { wall: '#f4e2d2', dado: '#dcb9a4', floorY: 0.66, dadoH: 150, floor: ['#d2ab84', '#a87a54'] }),
  viewWindow(480, 86, 240, 220, { frame: C.plum }),
  beam(
    [
      [490, 110],
      [710, 90],
      [1010, 800],
      [520, 800],
    ],
    0.3,
  ),
  tubeLight(860, 70, 180),
  shelf(70, 210, 330, 1, () => ''),
  bolts(82, 210, 12, 76, [C.emerald, C.marigold, C.rose, C.denim, C.clay, C.plum, C.sea]),
  shelf(70, 330, 330, 9, (x, y, i) =>
    spool(x, y - 2, [C.red, C.marigold, C.teal, C.plum, C.leaf, C.clay][i % 6], 1.5),
  ),
  shelf(820, 250, 300, 1, () => ''),
  fabric(840, 250, 60, 120, C.rose),
  fabric(912, 250, 60, 96, C.teal),
  fabric(984, 250, 66, 130, C.marigold),
  fabric(1060, 250, 50, 100, C.plum),
  dressForm(1120, 590, 1.25, '#2f8079'),
  people(
    [
      [
        cast.ladyVolunteer,
        { x: 706, y: 612, s: 1.68, f: -1, lean: 8, near: [48, 44], far: [40, 48], mood: 'smile' },
      ],
    ],
    { dx: 1.4, o: 0.24 },
  ),
  people(
    [
      [chair(330, 650, 1.6, 1, '#8b5a34'), { y: 648 }],
      [
        cast.trainee3,
        { x: 330, y: 652, s: 1.62, f: 1, pose: 'chair', lean: 10, near: [54, 40], far: [60, 36], nod: 6 },
      ],
    ],
    { o: 0.2 },
  ),
  table(400, 668, 200, 92, { top: '#a8764a' }),
  sewing(500, 564, 1.15, -1),
  fabric(412, 556, 70, 60, C.lilac),
  people(
    [
      [chair(150, 782, 1.85, 1, '#8b5a34'), { y: 780 }],
      [
        cast.trainee,
        {
          x: 150,
          y: 786,
          s: 1.9,
          f: 1,
          pose: 'chair',
          lean: 10,
          near: [54, 42],
          far: [60, 36],
          nod: 6,
          mood: 'calm',
        },
      ],
      [chair(1010, 782, 1.85, -1, '#8b5a34'), { y: 780 }],
      [
        cast.trainee2,
        { x: 1010, y: 786, s: 1.9, f: -1, pose: 'chair', lean: 10, near: [54, 42], far: [60, 36], nod: 6 },
      ],
    ],
    { o: 0.2 },
  ),
  table(236, 800, 250, 112, { top: '#b5824f' }),
  sewing(370, 674, 1.4, -1, '#24443a'),
  fabric(250, 664, 90, 100, C.marigold),
  table(690, 800, 230, 112, { top: '#b5824f' }),
  sewing(790, 674, 1.4, 1, '#24443a'),
  fabric(850, 664, 90, 106, C.sea),
  spool(716, 674, C.red, 1.2),
  spool(742, 674, C.plum, 1.2),
  glow(w, h, '#ffdcae', { x: 0.5, o: 0.34 }),
];
