// Gallery: nursing students watch their teacher at a practice bed.

import { beam, fan, room, viewWindow } from '../../buildings/rooms.mjs';
import { glow } from '../../nature/sky.mjs';
import { C, SKIN } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { at, circle, line, path } from '../../svg.mjs';
import { chair } from '../../things/furniture.mjs';
import { bed } from '../../things/health.mjs';
import { clock, openBook, poster } from '../../things/school.mjs';

export const nursingClass = (w, h) => [
  room(w, h, { wall: '#e6efe4', dado: '#a9c9b9', floorY: 0.64, dadoH: 150, floor: ['#d3c2a4', '#a98f6c'] }),
  viewWindow(70, 80, 220, 220),
  beam(
    [
      [80, 100],
      [280, 90],
      [640, 800],
      [180, 800],
    ],
    0.3,
  ),
  poster(400, 60, 230, 280, [
    at(515, 200, 1, [
      circle(0, -92, 24, '#e9b08e'),
      path('M-34-58Q0-74 34-58L52 30H34L28-10V100H-28V-10L-34 30H-52Z', '#e9b08e'),
      path('M0 6C-26-14-22-38-9-38C-3-38 0-33 0-29C0-33 3-38 9-38C22-38 26-14 0 6Z', C.red),
      line('M-60-30H-46M46-30H64M34-90H60M-54 50H-30', C.emerald, 3),
    ]),
  ]),
  fan(860, 0.9),
  clock(1110, 100, 32),
  people(
    [
      [
        { ...cast.ladyDoctor },
        {
          x: 720,
          y: 590,
          s: 1.8,
          f: -1,
          near: [52, -28],
          far: [30, 40],
          hold: ([x, y]) => line(`M${x} ${y}L${x + 40} ${y - 20}`, '#7a5233', 3),
        },
      ],
    ],
    { o: 0.22 },
  ),
  bed(780, 660, 370, { h: 70, blanket: C.teal }),
  at(842, 566, 1.5, [
    circle(0, 0, 19, '#e6c2a0'),
    path('M-18 2C-22-18 4-26 16-12C4-12-8-8-12 8Z', '#6b4a33'),
    line('M2 2q2 1.6 4 0M10 2q2 1.4 3.4 0M5 9q3 2 5 0', '#5a3624', 1.2),
  ]),
  path('M862 588C900 560 980 566 1010 590Z', '#cfe0e4'),
  people(
    [
      [
        cast.nurse,
        { x: 1050, y: 730, s: 1.86, f: -1, lean: 14, near: [46, 30], far: [52, 34], mood: 'smile' },
      ],
      ...[cast.nurse2, { ...cast.nurse, skin: SKIN[2] }, cast.nurse2, cast.nurse].flatMap((l, i) => [
        [chair(110 + i * 196, 778 + (i % 2) * 8, 1.75, 1, '#7a5233'), { y: 774 + (i % 2) * 8 }],
        [
          { ...l, skin: SKIN[(i * 2 + 3) % 6], dupatta: [C.denim, C.emerald, C.plum, C.emerald][i] },
          {
            x: 110 + i * 196,
            y: 780 + (i % 2) * 8,
            s: 1.82,
            f: 1,
            pose: 'chair',
            near: [30, 44],
            far: [38, 40],
            mood: ['smile', 'calm', 'laugh', 'smile'][i],
            hold: ([x, y]) => openBook(x + 10, y - 4, 0.72, [C.clay, C.emerald, C.marigold, C.denim][i]),
          },
        ],
      ]),
    ],
    { dx: 0.9, o: 0.2 },
  ),
  glow(w, h, '#fff3cf', { o: 0.34 }),
];
