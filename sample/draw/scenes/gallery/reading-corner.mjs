// Gallery: a teacher reads aloud to children between two bookcases.

import { beam, room, viewWindow } from '../../buildings/rooms.mjs';
import { girih } from '../../girih.mjs';
import { glow } from '../../nature/sky.mjs';
import { C, shade, tint } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { ellipse, rect, times } from '../../svg.mjs';
import { pot } from '../../things/garden.mjs';
import { book, openBook, pile } from '../../things/school.mjs';

export const readingCorner = (w, h) => [
  room(w, h, { wall: '#e9d8c0', dado: '#c98f6a', floorY: 0.62, dadoH: 90, floor: ['#cfa074', '#a06f47'] }),
  viewWindow(470, 70, 260, 270, { arched: true }),
  beam(
    [
      [480, 120],
      [720, 100],
      [960, 800],
      [300, 800],
    ],
    0.36,
  ),
  [
    [60, 330],
    [800, 340],
  ].map(([x, sw], k) => [
    rect(x - 14, 110, sw + 28, 384, C.wood, { rx: 4 }),
    rect(x, 124, sw, 356, shade(C.wood, 0.4)),
    [214, 304, 394, 480].map((y, r) => [
      rect(x, y - 2, sw, 10, tint(C.wood, 0.12)),
      times(Math.floor(sw / 22), i =>
        (i * 7 + r * 5 + k) % 9 === 0
          ? ''
          : book(
              x + 6 + i * 21.4,
              y - 2,
              17,
              50 + ((i * 17 + r * 11) % 26),
              [C.emerald, C.marigold, C.clay, C.denim, C.plum, C.teal, C.maroon, C.bone][(i * 3 + r) % 8],
            ),
      ),
    ]),
  ]),
  ellipse(600, 710, 480, 96, C.maroon),
  ellipse(600, 710, 450, 86, '#a84a45'),
  ellipse(600, 710, 450, 86, girih('#f0c46a', { size: 60, width: 1.6, opacity: 0.5 })),
  people(
    [
      [
        cast.teacher,
        {
          x: 600,
          y: 650,
          s: 1.72,
          pose: 'floor',
          f: -1,
          near: [28, 36],
          far: [36, 32],
          mood: 'laugh',
          hold: ([x, y]) => openBook(x + 10, y - 2, 1, C.emerald),
        },
      ],
      [cast.girl3, { x: 380, y: 700, s: 1.34, pose: 'floor', f: 1, hands: 'lap', mood: 'smile' }],
      [
        cast.boy,
        {
          x: 820,
          y: 696,
          s: 1.34,
          pose: 'floor',
          f: -1,
          near: [24, 36],
          far: [30, 34],
          mood: 'laugh',
          hold: ([x, y]) => openBook(x + 8, y - 2, 0.8, C.denim),
        },
      ],
      [
        cast.girl2,
        {
          x: 230,
          y: 756,
          s: 1.44,
          pose: 'floor',
          f: 1,
          near: [24, 36],
          far: [30, 34],
          mood: 'calm',
          hold: ([x, y]) => openBook(x + 8, y - 2, 0.8, C.clay),
        },
      ],
      [cast.boy3, { x: 990, y: 760, s: 1.46, pose: 'floor', f: -1, hands: 'lap', mood: 'smile' }],
      [cast.girl, { x: 560, y: 794, s: 1.44, pose: 'floor', f: 1, back: true }],
      [cast.boy2, { x: 720, y: 800, s: 1.44, pose: 'floor', f: -1, back: true }],
    ],
    { dx: 0.8, o: 0.26 },
  ),
  pile(90, 780, 1.3, 5),
  pot(1130, 560, 1.4),
  glow(w, h, '#ffe6b0', { x: 0.5, o: 0.4 }),
];
