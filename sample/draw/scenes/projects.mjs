// The foundation's standing projects.

import {
  beam,
  heartSign,
  house,
  room,
  shamiana,
  shelf,
  sign,
  tubeLight,
  viewWindow,
  windowFrame,
} from '../buildings.mjs';
import { girih, star } from '../girih.mjs';
import { birds, bush, DAY, glow, grass, ground, kikar, palm, plain, poplar, sky, tree } from '../nature.mjs';
import { C, shade, tint } from '../palette.mjs';
import { cast, people } from '../people.mjs';
import { circle, ellipse, g, grad, line, path, poly, rect, times } from '../svg.mjs';
import {
  ambulance,
  bag,
  blackboard,
  bolts,
  book,
  box,
  can,
  chair,
  clock,
  clothMat,
  degh,
  fabric,
  grocery,
  jug,
  matka,
  medicine,
  openBook,
  pile,
  plate,
  poster,
  pot,
  sack,
  sewing,
  spool,
  table,
  tap,
  waterTank,
} from '../things.mjs';

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

export const dastarkhawan = (w, h) => {
  const day = DAY.noon;
  return [
    sky(w, 330, day, { sunX: 0.12, sunY: 0.3, sunR: 34 }),
    plain(w, 270, 360, day, { seed: 5, villageX: 0.42 }),
    ground(w, 356, h, ['#e6c38d', '#c69358'], 6),
    tree(1060, 420, 1.4, { seed: 4 }),
    shamiana(140, 440, 760, 300, C.emerald, C.cream, { n: 14 }),
    degh(1010, 470, 1.15),
    degh(1150, 500, 0.9, {}),
    people([
      [
        cast.cook,
        {
          x: 900,
          y: 480,
          s: 1.3,
          f: 1,
          near: [50, 40],
          far: [46, 38],
          lean: 6,
          hold: ([x, y]) => [line(`M${x - 10} ${y - 26}L${x + 26} ${y + 34}`, '#7a5233', 4)],
        },
      ],
      [
        cast.volunteer,
        {
          x: 610,
          y: 470,
          s: 1.3,
          f: -1,
          near: [38, 40],
          far: [46, 36],
          hold: ([x, y]) => jug(x + 8, y + 12, 0.7, C.steel),
        },
      ],
    ]),
    // the row that faces us
    people(
      [cast.elder2, cast.boy, cast.worker, cast.youth, cast.farmer, cast.boy2].map((l, i) => [
        l,
        {
          x: 120 + i * 150,
          y: 560,
          s: l.kind === 'boy' ? 1.02 : 1.34,
          pose: 'floor',
          f: i % 2 ? -1 : 1,
          near: [22, 52],
          far: i % 3 ? [34, 50] : [26, 24],
          mood: ['smile', 'laugh', 'calm'][i % 3],
        },
      ]),
      { dx: 0.6, o: 0.2 },
    ),
    clothMat(
      [
        [20, 560],
        [1010, 560],
        [1230, 690],
        [-120, 690],
      ],
      '#b5443a',
      0.5,
    ),
    times(7, i => plate(70 + i * 146, 584, 1.05, i)),
    times(6, i => plate(110 + i * 166, 650, 1.35, i + 1)),
    times(3, i => plate(30 + i * 480 + 130, 616, 1.1, 1)),
    jug(372, 634, 1),
    jug(820, 634, 1, C.denim),
    people(
      [cast.youth2, cast.boy3, cast.elder, cast.girl, cast.volunteer2].map((l, i) => [
        l,
        {
          x: 90 + i * 246,
          y: 800,
          s: l.kind === 'boy' || l.kind === 'girl' ? 1.3 : 1.72,
          pose: 'floor',
          f: i % 2 ? 1 : -1,
          back: true,
          near: [20, 50],
          far: [34, 40],
        },
      ]),
      { dx: 0.5, o: 0.2 },
    ),
    glow(w, h, '#ffe7b0', { o: 0.3, foot: 0.14 }),
  ];
};

export const rationDrive = (w, h) => {
  const day = DAY.morning;
  return [
    sky(w, 380, day, { sunX: 0.2, sunY: 0.4, sunR: 40 }),
    plain(w, 320, 426, day, { seed: 7, villageX: 0.05 }),
    house(-60, 440, 250, 180, { fill: '#d9a871', doorC: C.teal }),
    ground(w, 420, h, day.earth, 12),
    poplar(250, 436, 0.9),
    poplar(290, 436, 1.05),
    // the lorry
    ellipse(930, 560, 330, 24, C.ink, { opacity: 0.22 }),
    rect(
      720,
      250,
      470,
      260,
      grad([
        [0, '#1a8262'],
        [1, '#0b5840'],
      ]),
    ),
    rect(720, 250, 470, 260, girih('#f0c46a', { size: 62, width: 2, opacity: 0.5 })),
    rect(706, 236, 496, 20, C.marigold),
    rect(706, 500, 500, 22, C.maroon),
    rect(752, 286, 320, 214, '#3a2a1e'),
    times(3, i =>
      times(4, j =>
        box(764 + j * 76, 500 - i * 66, 68, 56, j % 2 ? '#cf9c62' : '#dcb07a', { mark: (i + j) % 2 === 0 }),
      ),
    ),
    times(9, i => star(732 + i * 56, 246, 7, i % 2 ? C.maroon : C.cream)),
    circle(800, 530, 44, '#242b29'),
    circle(800, 530, 24, '#c9cdc2'),
    circle(1110, 530, 44, '#242b29'),
    circle(1110, 530, 24, '#c9cdc2'),
    people([
      [
        cast.volunteer2,
        {
          x: 880,
          y: 500,
          s: 1.18,
          f: -1,
          hands: 'give',
          lean: 8,
          noShadow: true,
          heldOver: true,
          hold: ([x, y]) => box(x - 6, y + 22, 46, 38),
        },
      ],
    ]),
    times(5, i => sack(1010 + (i % 3) * 70 - (i > 2 ? -34 : 0), i > 2 ? 604 : 664, 1)),
    people([
      [cast.ladyVolunteer, { x: 620, y: 660, s: 1.55, f: -1, near: [50, 34], far: [54, 28], noShadow: true }],
    ]),
    table(470, 700, 300, 96, { cloth: C.emerald }),
    times(5, i => grocery(500 + i * 34, 592, i, 1.15)),
    box(690, 592, 70, 54),
    people(
      [
        [
          cast.mother3,
          {
            x: 330,
            y: 690,
            s: 1.5,
            f: 1,
            near: [48, 30],
            far: [54, 26],
            heldOver: true,
            mood: 'smile',
            hold: ([x, y]) => sack(x + 16, y + 30, 0.62),
          },
        ],
        [cast.boy2, { x: 262, y: 712, s: 1.0, f: 1, near: [-20, 60], far: [34, 10], mood: 'laugh' }],
        [
          cast.elder,
          {
            x: 160,
            y: 700,
            s: 1.5,
            f: 1,
            near: [30, 46],
            far: [26, 60],
            hold: ([x, y]) => line(`M${x + 4} ${y - 6}L${x + 10} ${y + 84}`, '#6b4427', 4.5),
          },
        ],
        [cast.grandma, { x: 70, y: 706, s: 1.46, f: 1, hands: 'chest' }],
        [
          cast.volunteer,
          {
            x: 890,
            y: 742,
            s: 1.62,
            f: -1,
            pose: 'walk',
            near: [18, 52],
            far: [30, 50],
            heldOver: true,
            hold: ([x, y]) => box(x - 26, y + 6, 64, 44),
          },
        ],
      ],
      { dx: 1.8, o: 0.28, c: '#4a3018' },
    ),
    grass(1150, 780, 1.3, '#8fa25a'),
    grass(30, 784, 1.2, '#8fa25a'),
    glow(w, h, '#ffe3a6', { x: 0.2, o: 0.36 }),
  ];
};

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

export const waterFiltration = (w, h) => {
  const day = DAY.noon;
  return [
    sky(w, 420, day, { sunX: 0.86, sunY: 0.24, sunR: 38 }),
    plain(w, 360, 450, day, { seed: 14, villageX: 0.66 }),
    tree(70, 480, 1.1, { seed: 8 }),
    waterTank(900, 500, 1.16),
    ground(w, 450, h, ['#e3cd9f', '#c79d66'], 3),
    palm(1110, 486, 1.05),
    // the plant: a tiled front with taps
    ellipse(470, 640, 420, 26, C.ink, { opacity: 0.2 }),
    rect(
      150,
      250,
      600,
      380,
      grad([
        [0, '#fdf3dc'],
        [1, '#ecd9b2'],
      ]),
    ),
    rect(130, 226, 640, 32, C.emerald),
    rect(130, 252, 640, 8, C.marigold),
    rect(150, 262, 600, 20, C.ink, { opacity: 0.1 }),
    rect(170, 400, 560, 150, '#d7ebe4'),
    rect(170, 400, 560, 150, girih('#2f8f86', { size: 50, width: 2, opacity: 0.55 })),
    rect(170, 400, 560, 150, 'none', { stroke: C.emerald, 'stroke-width': 6 }),
    sign(450, 324, 34),
    path('M330 296C316 316 312 326 312 336A18 18 0 0 0 348 336C348 326 344 316 330 296Z', '#4aa3b5'),
    path('M570 296C556 316 552 326 552 336A18 18 0 0 0 588 336C588 326 584 316 570 296Z', '#4aa3b5'),
    windowFrame(178, 296, 70, 60),
    windowFrame(652, 296, 70, 60),
    rect(150, 586, 600, 46, '#b9c6bf'),
    rect(150, 580, 600, 12, '#e6ece6'),
    rect(160, 596, 580, 10, '#8fc5c9', { opacity: 0.6 }),
    [240, 360, 480, 600, 690].map((x, i) => tap(x, 494, 1.05, i !== 4)),
    can(256, 596, 0.9),
    can(616, 596, 0.9, C.marigold),
    people(
      [
        [
          cast.mother2,
          {
            x: 180,
            y: 690,
            s: 1.55,
            f: 1,
            near: [44, 52],
            far: [52, 40],
            lean: 4,
            hold: ([x, y]) => can(x + 4, y + 54, 0.9, C.teal),
          },
        ],
        [
          cast.girl2,
          {
            x: 392,
            y: 706,
            s: 1.12,
            f: -1,
            near: [22, -2],
            far: [26, 2],
            mood: 'calm',
            hold: ([x, y]) => [path(`M${x - 2} ${y - 14}h16l-3 18h-10Z`, '#dff3f0')],
          },
        ],
        [
          cast.youth,
          {
            x: 560,
            y: 692,
            s: 1.6,
            f: -1,
            lean: 14,
            near: [46, 44],
            far: [50, 40],
            mood: 'smile',
            hold: ([x, y]) => can(x + 8, y + 52, 0.8, '#3f8fb0'),
          },
        ],
        [
          cast.elder2,
          {
            x: 790,
            y: 720,
            s: 1.62,
            f: -1,
            near: [20, 58],
            far: [30, 20],
            hold: ([x, y]) => can(x, y + 62, 0.9, C.rose),
          },
        ],
        [
          cast.boy,
          { x: 906, y: 740, s: 1.14, f: -1, pose: 'walk', near: [-16, 60], far: [22, 60], mood: 'laugh' },
        ],
        [
          cast.mother,
          {
            x: 1030,
            y: 742,
            s: 1.64,
            f: 1,
            pose: 'walk',
            near: [-22, 66],
            far: [12, -50],
            hold: () => matka(6, -46, 1),
          },
        ],
      ],
      { dx: -1.5, o: 0.28 },
    ),
    can(676, 716, 1.2, '#3f8fb0'),
    can(724, 726, 1.2, C.marigold),
    matka(96, 730, 1.3),
    bush(1160, 790, 1.2, C.leaf, 7),
    grass(30, 790, 1.3),
    glow(w, h, '#fff0c4', { x: 0.85, o: 0.34, foot: 0.14 }),
  ];
};

export const ambulanceService = (w, h) => {
  const day = DAY.evening;
  return [
    sky(w, 470, day, { sunX: 0.26, sunY: 0.86, sunR: 44 }),
    times(26, i => circle((i * 173) % w, 20 + ((i * 71) % 190), 1.6, '#fff3d0', { opacity: 0.7 })),
    plain(w, 400, 500, day, { seed: 3, villageX: 0.14 }),
    ground(w, 496, h, ['#a07d55', '#5f4932'], 8),
    house(860, 560, 330, 230, { fill: '#a8764f', doorC: '#1d6a5a', lit: true, doorAt: 0.14, open: true }),
    tree(800, 540, 1.1, { color: '#244f3d', seed: 5 }),
    kikar(90, 530, 0.9, '#3d5a3c'),
    path('M-20 700Q500 640 1220 660V800H-20Z', '#4b463d'),
    path('M-20 700Q500 640 1220 660V652Q500 632-20 690Z', '#8a7350'),
    times(7, i => rect(30 + i * 190, 742 - i * 3, 90, 7, '#d8b36a', { opacity: 0.7, rx: 3 })),
    poly(
      [
        [196, 612],
        [-40, 560],
        [-40, 730],
      ],
      grad(
        [
          [0, '#ffe9a8', 0],
          [1, '#ffe9a8', 0.5],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    ambulance(430, 700, 1.32, 1),
    ellipse(905, 640, 130, 22, '#ffd27d', { opacity: 0.24 }),
    people(
      [
        [cast.nurse2, { x: 770, y: 712, s: 1.5, f: 1, near: [30, 66], far: [38, 60], mood: 'calm' }],
        [cast.volunteer, { x: 1048, y: 716, s: 1.55, f: -1, near: [30, 68], far: [36, 62], mood: 'calm' }],
        [cast.mother4, { x: 1130, y: 690, s: 1.4, f: -1, hands: 'chest', mood: 'calm' }],
      ],
      { dx: 1.3, o: 0.34 },
    ),
    // stretcher
    line('M812 640H1010', '#c9d0c9', 6),
    line('M830 640L850 712M990 640L970 712M850 712L975 650M970 712L850 650', '#8d9994', 5),
    circle(846, 716, 9, '#242b29'),
    circle(976, 716, 9, '#242b29'),
    rect(818, 622, 186, 18, '#f1eee2', { rx: 8 }),
    path('M862 624C880 596 960 600 1000 624Z', C.emerald),
    path('M862 624C880 604 960 608 1000 624Z', shade(C.emerald, 0.2)),
    rect(814, 612, 56, 16, '#fffaf0', { rx: 8 }),
    ellipse(846, 604, 19, 14, '#a66a44'),
    path('M828 610C820 592 838 586 846 590C838 594 834 602 834 612Z', '#e4ded2'),
    path('M852 592C866 592 870 606 862 616C856 614 860 604 852 592Z', '#f1ede4'),
    line('M846 596l6-1M848 605l4 1', '#4a2c1c', 1.8),
    birds(600, 120, 1, '#12261f', 0.5),
    grass(60, 792, 1.3, '#56683f'),
    grass(1140, 794, 1.4, '#56683f'),
    glow(w, h, '#ffb866', { x: 0.25, y: 0.5, o: 0.3, foot: 0.26 }),
  ];
};
