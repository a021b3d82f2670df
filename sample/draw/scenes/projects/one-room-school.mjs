// Project: a one room school, its teacher at the blackboard and the children on mats.

import { beam, room, shelf, viewWindow } from '../../buildings/rooms.mjs';
import { star } from '../../girih.mjs';
import { glow } from '../../nature/sky.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, g, line, path, rect, times } from '../../svg.mjs';
import { pot } from '../../things/garden.mjs';
import { clothMat } from '../../things/kitchen.mjs';
import { bag, blackboard, book, openBook, pile } from '../../things/school.mjs';

export const oneRoomSchool = (w, h) => [
  room(w, h, { wall: '#f3dfb9', dado: '#e0b47a', floorY: 0.6, dadoH: 130, floor: ['#d7a877', '#a8744a'] }),
  viewWindow(940, 90, 190, 220, { arched: true, frame: C.teal }),
  beam(
    [
      [950, 130],
      [1120, 110],
      [800, 800],
      [240, 800],
    ],
    0.26,
  ),
  blackboard(
    330,
    90,
    480,
    250,
    g({ opacity: 0.9 }, [
      circle(420, 170, 30, 'none', { stroke: '#f4d77e', 'stroke-width': 5 }),
      times(8, i =>
        line(
          `M${420 + 40 * Math.cos(i * 0.785)} ${170 + 40 * Math.sin(i * 0.785)}L${420 + 54 * Math.cos(i * 0.785)} ${170 + 54 * Math.sin(i * 0.785)}`,
          '#f4d77e',
          4,
        ),
      ),
      line('M520 300V240M520 262q-26-4-28-26q26 2 28 26M520 252q24-6 26-26q-24 2-26 26', '#a8d79a', 5),
      circle(520, 222, 12, '#ee9a86'),
      line('M610 300V220H700V300ZM600 222L655 170L710 222', '#fbf3dd', 5),
      rect(645, 262, 22, 38, 'none', { stroke: '#fbf3dd', 'stroke-width': 4 }),
      star(752, 180, 26, 'none', { stroke: '#f4d77e', 'stroke-width': 4 }),
      line('M380 314H780', '#fbf3dd', 3, { opacity: 0.6 }),
    ]),
  ),
  shelf(60, 200, 200, 10, (x, y, i) =>
    book(x - 8, y, 16, 44 + ((i * 13) % 22), [C.emerald, C.marigold, C.clay, C.denim, C.plum][i % 5]),
  ),
  shelf(60, 300, 200, 3, (x, y, i) =>
    i === 1
      ? [
          circle(x, y - 30, 26, C.sea),
          path(`M${x - 18} ${y - 44}q16-4 18 10q12 4 8 18q-18 4-26-28Z`, C.leafLight),
          rect(x - 12, y - 6, 24, 6, C.wood),
        ]
      : pile(x, y, 0.9, 4),
  ),
  people(
    [
      [
        cast.teacher,
        {
          x: 868,
          y: 640,
          s: 1.75,
          f: -1,
          near: [52, -30],
          far: [30, 40],
          mood: 'smile',
          hold: ([x, y]) => line(`M${x + 2} ${y}L${x + 46} ${y - 32}`, '#7a5233', 3),
        },
      ],
    ],
    { dx: -1.2, o: 0.24 },
  ),
  clothMat(
    [
      [150, 640],
      [780, 640],
      [980, 800],
      [-40, 800],
    ],
    '#9c4a3a',
    0.4,
  ),
  people(
    [
      [
        cast.schoolgirl,
        {
          x: 250,
          y: 668,
          s: 1.16,
          pose: 'floor',
          f: 1,
          near: [24, 34],
          far: [34, 30],
          mood: 'laugh',
          hold: ([x, y]) => openBook(x + 12, y - 2, 0.8),
        },
      ],
      [
        cast.schoolboy2,
        { x: 420, y: 660, s: 1.16, pose: 'floor', f: 1, near: [26, 56], far: [22, -54], mood: 'smile' },
      ],
      [
        cast.schoolgirl2,
        {
          x: 588,
          y: 664,
          s: 1.14,
          pose: 'floor',
          f: 1,
          near: [24, 34],
          far: [34, 30],
          hold: ([x, y]) => openBook(x + 12, y - 2, 0.8, C.clay),
        },
      ],
      [
        { ...cast.schoolboy, bag: C.emerald },
        { x: 140, y: 792, s: 1.5, pose: 'floor', back: true, f: 1, far: [22, 54] },
      ],
      [cast.schoolgirl, { x: 372, y: 800, s: 1.5, pose: 'floor', back: true, f: 1, far: [24, -52] }],
      [
        { ...cast.boy3, kameez: '#a9c4d6', shalwar: '#a9c4d6' },
        { x: 610, y: 796, s: 1.5, pose: 'floor', back: true, f: -1 },
      ],
      [cast.schoolgirl2, { x: 838, y: 802, s: 1.5, pose: 'floor', back: true, f: 1 }],
    ],
    { dx: 1.2, o: 0.22 },
  ),
  bag(1060, 786, 1.4, C.marigold),
  bag(1138, 790, 1.25, C.clay),
  pot(1130, 560, 1.1),
  glow(w, h, '#ffe2a8', { x: 0.9, o: 0.32 }),
];
