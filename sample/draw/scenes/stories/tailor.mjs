// Story: one dim room, then the same room with a sewing machine and an income.

import { windowFrame } from '../../buildings/openings.mjs';
import { beam, room, shelf, viewWindow } from '../../buildings/rooms.mjs';
import { glow } from '../../nature/sky.mjs';
import { C, shade, tint } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, g, grad, line, path, poly } from '../../svg.mjs';
import { chair, charpai, table } from '../../things/furniture.mjs';
import { pot } from '../../things/garden.mjs';
import { openBook, pile } from '../../things/school.mjs';
import { bolts, fabric, sewing, spool } from '../../things/sewing.mjs';
import { bucket, matka } from '../../things/water.mjs';
import { dull, worn } from './hardship.mjs';

const tailorRoom = (w, h, wallC, dado, floor) => [
  room(w, h, { wall: wallC, dado, floorY: 0.66, dadoH: 120, floor, tiles: false }),
];

export const storyTailorBefore = (w, h) => [
  tailorRoom(w, h, '#b9a58a', '#9c8468', ['#a58663', '#7c6044']),
  path('M0 60C60 90 40 180 110 220C70 260 120 330 60 400H0Z', '#a08a6c'),
  path('M900 26L930 90L905 130L950 200', 'none', { stroke: '#7d6a50', 'stroke-width': 4 }),
  path('M300 26C320 60 296 100 330 130', 'none', { stroke: '#7d6a50', 'stroke-width': 3 }),
  windowFrame(560, 130, 150, 130, { frame: '#6f5b45', glass: ['#b7bfae', '#8f9a8c'] }),
  poly(
    [
      [560, 130],
      [640, 130],
      [560, 210],
    ],
    '#8d7a5e',
  ),
  beam(
    [
      [570, 150],
      [700, 150],
      [660, 800],
      [420, 800],
    ],
    0.14,
  ),
  shelf(120, 300, 220, 2, (x, y, i) => matka(x, y, 0.9, i ? '#9a6a4a' : '#8a6a50'), '#6f5740'),
  line('M770 40V120', '#4a3d2f', 3),
  circle(770, 128, 12, '#d9cfa8'),
  charpai(800, 640, 360, { c: '#6f4e33', rope: '#c9b58e' }),
  path('M840 568Q940 546 1100 566L1120 590H830Z', '#8f7a78'),
  people(
    [
      [
        { ...worn(cast.girl, '#9a7f78'), plaits: '#7a6a5a' },
        { x: 706, y: 752, s: 1.66, pose: 'floor', f: -1, hands: 'lap', mood: 'sad' },
      ],
      [
        { ...cast.trainee, kameez: '#7d6a70', dupatta: '#a89a8c', shalwar: '#9a8d80', trim: undefined },
        {
          x: 440,
          y: 762,
          s: 2.3,
          pose: 'floor',
          f: 1,
          near: [34, 46],
          far: [40, 36],
          nod: 10,
          mood: 'sad',
          hold: ([x, y]) => [
            path(
              `M${x - 14} ${y}C${x + 4} ${y - 10} ${x + 24} ${y - 4} ${x + 30} ${y + 12}C${x + 10} ${y + 22} ${x - 10} ${y + 16}Z`,
              '#9c6a5e',
            ),
          ],
        },
      ],
    ],
    { o: 0.3, dx: 0.8 },
  ),
  bucket(200, 760, 1.2, '#8f958a', false),
  dull(w, h, 0.1),
];

export const storyTailorAfter = (w, h) => [
  tailorRoom(w, h, '#f6e3cf', '#e3b795', ['#d8ae84', '#b08259']),
  viewWindow(560, 120, 170, 150, { frame: C.emerald }),
  beam(
    [
      [570, 140],
      [720, 130],
      [780, 800],
      [420, 800],
    ],
    0.36,
  ),
  shelf(90, 200, 320, 1, () => ''),
  bolts(100, 200, 12, 76, [C.rose, C.emerald, C.marigold, C.denim, C.plum, C.sea, C.clay]),
  shelf(90, 310, 320, 8, (x, y, i) =>
    spool(x, y - 2, [C.red, C.marigold, C.teal, C.plum, C.leaf][i % 5], 1.5),
  ),
  line('M800 110H1150', C.wood, 8),
  [C.maroon, C.teal, C.marigold, C.plum].map((c, i) =>
    g({ transform: `translate(${850 + i * 84} 118) scale(.92)` }, [
      line('M0 0V12M-26 26L0 12L26 26', C.woodDark, 4),
      path(
        'M-10 14C-26 18-34 24-40 36L-30 60L-22 54C-22 80-30 130-36 170Q0 182 36 170C30 130 22 80 22 54L30 60L40 36C34 24 26 18 10 14Q0 26-10 14Z',
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
      line('M-35 163Q0 175 35 163', C.marigold, 5),
    ]),
  ),
  people(
    [
      [cast.mother4, { x: 970, y: 748, s: 2.0, f: -1, near: [42, 30], far: [46, 28], mood: 'laugh' }],
      [
        { ...cast.girl, kameez: '#e08a6a' },
        {
          x: 800,
          y: 744,
          s: 1.44,
          f: -1,
          near: [30, 30],
          far: [36, 28],
          mood: 'laugh',
          hold: ([x, y]) => openBook(x + 8, y, 0.75, C.emerald),
        },
      ],
      [chair(270, 764, 1.9, 1), { y: 760 }],
      [
        cast.trainee,
        {
          x: 270,
          y: 768,
          s: 1.98,
          pose: 'chair',
          f: 1,
          lean: 8,
          near: [54, 42],
          far: [60, 36],
          nod: -2,
          mood: 'laugh',
        },
      ],
    ],
    { o: 0.26, dx: 0.9 },
  ),
  table(366, 792, 290, 116, { top: '#b5824f' }),
  sewing(510, 662, 1.5, -1, '#1f3b32'),
  fabric(380, 654, 96, 110, C.marigold),
  pile(620, 662, 0.8, 2, [C.rose, C.sea]),
  pot(1130, 770, 1.6),
  glow(w, h, '#ffe2b4', { x: 0.5, o: 0.38 }),
];
