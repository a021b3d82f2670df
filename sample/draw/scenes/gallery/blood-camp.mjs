// Gallery: a young man gives blood while other donors rest.

import { beam, room, tubeLight, viewWindow } from '../../buildings/rooms.mjs';
import { bunting } from '../../buildings/shelters.mjs';
import { glow } from '../../nature/sky.mjs';
import { C, mix, SKIN } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { at, circle, ellipse, line, path, rect, times, turn } from '../../svg.mjs';
import { chair } from '../../things/furniture.mjs';
import { pot } from '../../things/garden.mjs';
import { bed, drip } from '../../things/health.mjs';
import { poster } from '../../things/school.mjs';

export const bloodCamp = (w, h) => [
  room(w, h, { wall: '#f5e6d8', dado: '#dba79a', floorY: 0.66, dadoH: 120, floor: ['#d9c3a6', '#b3916c'] }),
  viewWindow(820, 90, 240, 210, { frame: C.maroon }),
  beam(
    [
      [830, 120],
      [1050, 100],
      [760, 800],
      [360, 800],
    ],
    0.26,
  ),
  tubeLight(420, 66, 220),
  poster(120, 110, 150, 190, [
    path('M195 140C172 176 160 196 160 216A35 35 0 0 0 230 216C230 196 218 176 195 140Z', C.red),
    path('M176 214A20 20 0 0 0 192 236', 'none', { stroke: '#fff', 'stroke-width': 5, opacity: 0.7 }),
    rect(150, 266, 90, 8, '#e7c9bd'),
  ]),
  bunting(290, 90, 800, 90, 12, 26, [C.red, C.cream, C.maroon, C.marigold]),
  drip(690, 640, 1.75),
  bed(330, 730, 420, { h: 76, blanket: C.maroon }),
  // the donor, lying
  path('M470 632C500 596 640 596 742 622V640H470Z', '#4d7590'),
  path('M590 612C650 604 720 610 742 622V640H560Z', mix('#4d7590', C.cream, 0.3)),
  at(
    430,
    610,
    1.62,
    turn(-70, 0, 0, [
      path(
        'M-11-6C-12-17 11-19 13-7C13.6-3 13.2 1 12.6 4C12 10 8.5 15.6 4 17C0 18-4 15.5-7 11C-10 7-10.6 0-11-6Z',
        SKIN[0],
      ),
      path(
        'M-14.6 3C-18.6-19-7-22.6 2-22C12-21.4 16.4-14 13.7-6C11.6-11 8-13.4 3-12.8C-2-12-6-11-7.5-5C-8-2-8.6 1-9 3Z',
        '#231a17',
      ),
      ellipse(-8.8, 2.6, 2.9, 4, SKIN[0]),
      ellipse(3, -1, 1.25, 1.75, '#3a2418'),
      ellipse(9.9, -1, 1.25, 1.75, '#3a2418'),
      line('M3.4 8.8Q6.8 12.4 10 8.5', '#7a3028', 1.3),
      line('M.8-5.2q2.2-1.6 4.4-.5M8.4-5.9q1.7-.9 3.2.2M7.2-.2C8.6 2 9.8 3.8 8.4 4.6', '#5a3624', 1.1),
    ]),
  ),
  line('M500 622C540 640 570 650 606 652', '#3f6580', 22),
  line('M590 650L632 654', SKIN[0], 13),
  circle(640, 655, 11, C.red),
  people(
    [
      [
        cast.nurse2,
        { x: 690, y: 760, s: 1.92, f: -1, lean: 10, near: [40, 46], far: [46, 44], mood: 'smile' },
      ],
      [chair(930, 772, 1.85, -1), { y: 768 }],
      [
        cast.youth2,
        {
          x: 930,
          y: 772,
          s: 1.9,
          f: -1,
          pose: 'chair',
          near: [30, 44],
          far: [36, 54],
          mood: 'smile',
          hold: ([x, y]) => [path(`M${x + 2} ${y - 16}h14l-2 18h-10Z`, '#e88f3a')],
        },
      ],
      [
        cast.volunteer,
        {
          x: 1100,
          y: 770,
          s: 1.92,
          f: -1,
          near: [40, 36],
          far: [46, 34],
          heldOver: true,
          hold: ([x, y]) => [
            rect(x - 6, y - 3, 46, 5, '#9fb0aa', { rx: 2 }),
            times(3, i =>
              path(`M${x + i * 14 - 2} ${y - 18}h10l-1 15h-8Z`, ['#e88f3a', '#d7685c', '#e88f3a'][i]),
            ),
          ],
        },
      ],
      [
        cast.ladyDoctor,
        {
          x: 240,
          y: 740,
          s: 1.86,
          f: 1,
          near: [40, 36],
          far: [46, 32],
          hold: ([x, y]) => [
            rect(x - 2, y - 18, 26, 34, C.wood, { rx: 2 }),
            rect(x + 1, y - 14, 20, 28, '#fffaf0'),
          ],
        },
      ],
    ],
    { dx: 1.2, o: 0.24 },
  ),
  pot(70, 760, 1.6),
  glow(w, h, '#ffe4c0', { x: 0.8, o: 0.32 }),
];
