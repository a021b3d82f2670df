// Days worth remembering: the gallery.

import {
  beam,
  bricks,
  bulbs,
  bunting,
  fan,
  heartSign,
  house,
  jaaliWindow,
  room,
  shamiana,
  shelf,
  sign,
  tubeLight,
  verandah,
  viewWindow,
} from '../buildings.mjs';
import { girih, star } from '../girih.mjs';
import {
  birds,
  bush,
  cloud,
  DAY,
  field,
  glow,
  grass,
  ground,
  kikar,
  motes,
  plain,
  poplar,
  sapling,
  sky,
  tree,
  treeline,
  village,
  water,
  wheat,
} from '../nature.mjs';
import { C, mix, SKIN, shade, tint } from '../palette.mjs';
import { audience, baby, cast, people, shadow } from '../people.mjs';
import { at, circle, ellipse, g, grad, line, path, radial, rect, times, turn } from '../svg.mjs';
import {
  bag,
  ball,
  bed,
  blanket,
  boat,
  book,
  box,
  bucket,
  certificate,
  chair,
  clock,
  clothMat,
  cup,
  degh,
  drip,
  flowers,
  garland,
  handPump,
  jug,
  lantern,
  matka,
  medicine,
  openBook,
  pile,
  plate,
  poster,
  pot,
  sack,
  sewing,
  spade,
  steam,
  table,
  wheelchair,
} from '../things.mjs';

const eyeChart = (x, y, s) =>
  at(x, y, s, [
    rect(-60, -90, 120, 180, '#fffdf4', { stroke: C.wood, 'stroke-width': 6 }),
    [
      [-60, 30],
      [-22, 22],
      [8, 16],
      [32, 11],
      [52, 8],
    ].map(([dy, r], row) =>
      times(row + 1, i =>
        path(
          `M${(i - row / 2) * r * 1.9 - r * 0.5} ${dy - r * 0.5}h${r}v${r * 0.28}h${-r * 0.7}v${r * 0.2}h${r * 0.7}v${r * 0.28}h${-r * 0.7}v${r * 0.0}h${r * 0.7}v${r * 0.24}h${-r}Z`,
          C.ink,
          { transform: `rotate(${((i + row) % 4) * 90} ${(i - row / 2) * r * 1.9} ${dy})` },
        ),
      ),
    ),
  ]);

export const eyeCamp = (w, h) => [
  sky(w, 420, DAY.morning, { sunR: 0 }),
  plain(w, 350, 440, DAY.morning, { seed: 9, villageX: 0.02 }),
  ground(w, 430, h, DAY.morning.earth, 5),
  shamiana(180, 620, 960, 470, '#1d6f74', C.cream, { n: 16 }),
  eyeChart(1010, 380, 1.15),
  people(
    [
      [
        cast.nurse,
        {
          x: 900,
          y: 660,
          s: 1.7,
          f: 1,
          near: [48, -20],
          far: [30, 56],
          hold: ([x, y]) => line(`M${x} ${y}L${x + 34} ${y - 20}`, '#7a5233', 3),
        },
      ],
    ],
    { o: 0.24 },
  ),
  people(
    [
      [chair(690, 742, 1.95, -1), { y: 738 }],
      [
        cast.doctor,
        {
          x: 690,
          y: 742,
          s: 2.02,
          f: -1,
          pose: 'chair',
          lean: 10,
          near: [52, -12],
          far: [40, 46],
          hold: ([x, y]) => [
            rect(x + 2, y - 14, 8, 24, C.ink, { rx: 3 }),
            circle(
              x + 18,
              y - 10,
              16,
              radial([
                [0, '#fff6c8', 0.9],
                [1, '#fff6c8', 0],
              ]),
            ),
          ],
        },
      ],
      [chair(400, 742, 1.95, 1), { y: 738 }],
      [
        { ...cast.elder, vest: '#6f7d86' },
        { x: 400, y: 742, s: 2.02, f: 1, pose: 'chair', near: [26, 58], far: [34, 56], mood: 'calm' },
      ],
      [cast.girl, { x: 290, y: 764, s: 1.3, f: 1, near: [-16, 62], far: [32, 6] }],
      [cast.grandma, { x: 110, y: 750, s: 1.74, f: 1, hands: 'chest' }],
    ],
    { dx: 1.5, o: 0.26 },
  ),
  table(860, 790, 230, 84, { cloth: C.cream, pattern: false }),
  times(5, i =>
    g({ fill: 'none', stroke: ['#2b2522', C.maroon, C.emerald, '#2b2522', C.navy][i], 'stroke-width': 3.4 }, [
      circle(890 + i * 42, 684, 10, undefined),
      circle(912 + i * 42, 684, 10, undefined),
    ]),
  ),
  glow(w, h, '#fff0c4', { o: 0.3 }),
];

export const schoolBags = (w, h) => [
  sky(w, 420, DAY.noon, { sunX: 0.1, sunY: 0.3, sunR: 36 }),
  rect(0, 150, w, 330, bricks('#c27a55', 40, 18)),
  rect(
    0,
    150,
    w,
    330,
    grad(
      [
        [0, '#fff0cc', 0.3],
        [1, C.ink, 0.16],
      ],
      0,
      0,
      1,
      0,
    ),
  ),
  rect(0, 132, w, 22, C.emerald),
  verandah(520, 480, 4, 160, 300, { band: false, wall: '#f1dcb4' }),
  bunting(-20, 150, 620, 160, 14, 40),
  bunting(580, 160, 1220, 150, 14, 40),
  ground(w, 478, h, ['#e7c794', '#c69a62'], 5),
  table(800, 640, 330, 96, { cloth: C.maroon }),
  [C.emerald, C.marigold, C.denim, C.clay].map((c, i) => bag(840 + i * 84, 536, 1.05, c)),
  pile(1120, 536, 1, 5),
  people(
    [
      [
        cast.teacher,
        {
          x: 700,
          y: 660,
          s: 1.72,
          f: -1,
          near: [46, 46],
          far: [52, 42],
          lean: 8,
          heldOver: true,
          hold: ([x, y]) => bag(x + 8, y + 40, 0.72, C.emerald),
        },
      ],
      [cast.schoolgirl, { x: 545, y: 690, s: 1.28, f: 1, near: [40, 20], far: [46, 16], mood: 'laugh' }],
      [
        { ...cast.schoolboy, bag: C.marigold },
        { x: 420, y: 700, s: 1.3, f: 1, near: [-18, 62], far: [28, 56], mood: 'smile' },
      ],
      [
        cast.schoolgirl2,
        {
          x: 308,
          y: 708,
          s: 1.26,
          f: 1,
          hands: 'hold',
          mood: 'smile',
          hold: ([x, y]) => pile(x, y + 16, 0.6, 3),
        },
      ],
      [cast.schoolboy2, { x: 196, y: 716, s: 1.3, f: 1, near: [-18, 62], far: [20, -52], mood: 'laugh' }],
      [
        { ...cast.boy, kameez: '#a9c4d6', shalwar: '#a9c4d6' },
        { x: 84, y: 722, s: 1.24, f: 1 },
      ],
      [
        { ...cast.schoolgirl, bag: C.red },
        { x: 1040, y: 776, s: 1.42, f: 1, back: true, pose: 'walk' },
      ],
      [
        { ...cast.schoolboy, bag: C.denim },
        { x: 920, y: 784, s: 1.42, f: -1, back: true, pose: 'walk' },
      ],
    ],
    { dx: 1.4, o: 0.28 },
  ),
  glow(w, h, '#ffecba', { o: 0.34 }),
];

export const winterBlankets = (w, h) => {
  const d = DAY.winter;
  return [
    sky(w, 440, d, { sunX: 0.5, sunY: 0.42, sunR: 40 }),
    treeline(w, 392, 60, mix(d.far, d.sky[2], 0.5), 4),
    village(700, 404, 1.1, mix(d.far, '#b99a7d', 0.4)),
    treeline(w, 412, 50, d.far, 9),
    field(w, 400, 500, '#a9b691', { vx: 620, vy: 340, rows: 36 }),
    rect(
      0,
      330,
      w,
      130,
      grad([
        [0, '#f6f1e4', 0],
        [0.5, '#f6f1e4', 0.75],
        [1, '#f6f1e4', 0],
      ]),
    ),
    house(-40, 540, 330, 240, { fill: '#c2926a', brick: true, doorC: '#3f6f78' }),
    at(1080, 540, 1, [
      line(
        'M0 0V-230M0-130C-30-170-60-180-80-210M0-160C30-200 50-210 66-240M0-190C-14-220-20-240-18-270',
        '#6d5a4c',
        9,
      ),
      line('M-40-180L-46-220M34-200L30-240M-60-196L-84-196', '#6d5a4c', 4),
    ]),
    ground(w, 500, h, d.earth, 8),
    // a small fire
    ellipse(
      560,
      690,
      130,
      30,
      radial([
        [0, '#ffb75a', 0.6],
        [1, '#ffb75a', 0],
      ]),
    ),
    people(
      [
        [cast.farmer, { x: 450, y: 680, s: 1.3, f: 1, pose: 'floor', near: [38, 24], far: [44, 20] }],
        [
          { ...cast.boy, scarf: C.red },
          { x: 680, y: 684, s: 1.0, f: -1, pose: 'floor', near: [38, 22], far: [44, 18], mood: 'laugh' },
        ],
      ],
      { o: 0.2 },
    ),
    at(562, 700, 1.1, [
      line('M-30 0L20-10M-20-10L30 0', C.woodDark, 9),
      path('M-18-6C-22-26-6-30-8-48C8-36 4-24 10-18C12-28 18-30 18-38C30-24 22-10 18-6Z', C.marigold),
      path('M-8-6C-8-16 0-18 0-26C8-18 8-12 8-6Z', '#fff0b8'),
    ]),
    people(
      [
        [
          { ...cast.volunteer, scarf: C.marigold },
          {
            x: 936,
            y: 740,
            s: 1.85,
            f: -1,
            lean: 6,
            near: [46, 30],
            far: [52, 26],
            heldOver: true,
            hold: ([x, y]) =>
              g(
                { transform: `translate(${x - 18} ${y + 14}) scale(.5)` },
                blanket(0, 0, 110, 2, [C.maroon, C.plum]),
              ),
          },
        ],
        [
          { ...cast.grandma, dupatta: '#d9cdb8' },
          { x: 772, y: 750, s: 1.74, f: 1, near: [44, 24], far: [48, 20], mood: 'smile' },
        ],
        [
          { ...cast.elder, vest: C.maroon },
          { x: 250, y: 752, s: 1.8, f: 1, hands: 'chest', mood: 'calm' },
        ],
        [cast.girl2, { x: 362, y: 768, s: 1.26, f: 1, hands: 'chest', mood: 'smile' }],
      ],
      { dx: 1.2, o: 0.2 },
    ),
    blanket(1010, 794, 150, 6),
    blanket(1150, 796, 130, 4, [C.navy, C.marigold, C.maroon]),
    motes(w, h, 40, '#ffffff', 9, 0.5),
    glow(w, h, '#fff4dc', { x: 0.5, y: 0.3, o: 0.4 }),
  ];
};

export const treePlanting = (w, h) => {
  const d = DAY.morning;
  return [
    sky(w, 420, d, { sunX: 0.78, sunY: 0.46, sunR: 50 }),
    birds(300, 130, 1.1),
    plain(w, 360, 470, d, { seed: 12, villageX: 0.3 }),
    poplar(60, 480, 1.2),
    poplar(112, 484, 1.4),
    poplar(1140, 480, 1.2),
    poplar(1090, 476, 1),
    ground(w, 460, h, ['#c9a874', '#8f6640'], 7),
    [
      [130, 520, 0.7],
      [300, 500, 0.55],
      [470, 490, 0.45],
      [640, 486, 0.42],
      [820, 492, 0.5],
      [1000, 506, 0.6],
    ].map(([x, y, s]) => [ellipse(x, y, 40 * s, 10 * s, C.soil), sapling(x, y, s * 1.4)]),
    people(
      [
        [
          cast.schoolboy,
          {
            x: 250,
            y: 640,
            s: 1.2,
            f: 1,
            near: [40, 44],
            far: [46, 40],
            lean: 8,
            hold: ([x, y]) => bucket(x + 4, y + 46, 0.7),
          },
        ],
        [
          cast.youth,
          {
            x: 1010,
            y: 680,
            s: 1.66,
            f: -1,
            lean: 16,
            near: [44, 44],
            far: [36, 24],
            hold: ([x, y]) => spade(x + 8, y + 46, 0.9, 18),
          },
        ],
        [
          cast.ladyVolunteer,
          {
            x: 420,
            y: 740,
            s: 1.9,
            f: 1,
            pose: 'kneel',
            lean: 16,
            near: [52, 56],
            far: [58, 50],
            mood: 'smile',
          },
        ],
        [
          cast.girl3,
          {
            x: 800,
            y: 752,
            s: 1.5,
            f: -1,
            pose: 'kneel',
            lean: 12,
            near: [52, 48],
            far: [56, 44],
            mood: 'laugh',
          },
        ],
      ],
      { dx: -1.4, o: 0.3 },
    ),
    ellipse(600, 752, 110, 24, shade(C.soil, 0.2)),
    ellipse(600, 746, 96, 18, C.soil),
    sapling(600, 746, 3.1),
    path('M520 754Q600 722 684 754Q600 778 520 754Z', '#6a452b'),
    bucket(150, 770, 1.2),
    spade(1100, 752, 1.1, 24),
    sapling(216, 778, 1.1),
    path('M196 750h40l-5 34h-30Z', '#3b342d'),
    grass(1120, 790, 1.4),
    grass(40, 786, 1.4),
    glow(w, h, '#fff0b8', { x: 0.8, y: 0.2, o: 0.44 }),
  ];
};

export const floodReliefBoats = (w, h) => {
  const d = DAY.flood;
  const vest = l => ({ ...l, vest: '#e0702f' });
  return [
    sky(w, 380, d, { sunX: 0.7, sunY: 0.4, sunR: 34 }),
    cloud(380, 120, 2.2, '#c9d2cc', 0.8, 3),
    cloud(860, 70, 2, '#bcc8c3', 0.7, 8),
    treeline(w, 344, 46, mix(d.far, d.sky[2], 0.4), 4),
    treeline(w, 352, 40, d.far, 10),
    water(w, 348, h, ['#b3b391', '#6f7f67'], 7),
    house(120, 440, 220, 120, { fill: '#b58a63', doorAt: null, windowAt: 0.36 }),
    rect(100, 430, 270, 26, '#a5a582', { opacity: 0.9 }),
    people([
      [cast.mother3, { x: 190, y: 308, s: 0.66, f: 1, far: [24, -48], noShadow: true }],
      [cast.boy2, { x: 236, y: 308, s: 0.5, f: 1, far: [20, -50], noShadow: true }],
      [cast.elder2, { x: 286, y: 308, s: 0.64, f: 1, noShadow: true }],
    ]),
    tree(1040, 450, 1, { color: '#4b7553', seed: 9 }),
    rect(930, 438, 240, 26, '#a5a582', { opacity: 0.85 }),
    poplar(460, 400, 0.6, '#557d5c'),
    people([
      [
        vest(cast.volunteer2),
        {
          x: 830,
          y: 486,
          s: 0.8,
          f: -1,
          noShadow: true,
          near: [34, 40],
          far: [40, 34],
          hold: ([x, y]) => line(`M${x - 20} ${y - 60}L${x + 40} ${y + 80}`, C.wood, 4),
        },
      ],
      [cast.mother4, { x: 770, y: 490, s: 0.76, f: -1, pose: 'floor', noShadow: true }],
    ]),
    boat(780, 492, 0.72, 1, C.teal),
    people([
      [
        vest(cast.volunteer),
        {
          x: 830,
          y: 690,
          s: 1.6,
          f: -1,
          noShadow: true,
          near: [34, 44],
          far: [42, 30],
          hold: ([x, y]) => line(`M${x - 34} ${y - 90}L${x + 60} ${y + 130}`, C.wood, 6),
        },
      ],
      [
        cast.mother,
        {
          x: 520,
          y: 680,
          s: 1.6,
          f: 1,
          pose: 'floor',
          noShadow: true,
          hands: 'hold',
          hold: hh => baby(hh[0] - 8, hh[1] - 8, C.bone),
        },
      ],
      [
        cast.girl,
        { x: 640, y: 676, s: 1.2, f: -1, pose: 'floor', noShadow: true, hands: 'lap', mood: 'smile' },
      ],
      [
        { ...cast.elder, vest: '#6f7d86' },
        { x: 400, y: 676, s: 1.56, f: 1, pose: 'floor', noShadow: true, hands: 'lap', mood: 'calm' },
      ],
      [vest(cast.youth), { x: 280, y: 690, s: 1.6, f: -1, noShadow: true, near: [-20, 62], far: [48, -16] }],
    ]),
    sack(716, 690, 0.9),
    boat(560, 706, 1.85, 1, C.marigold),
    ellipse(560, 760, 420, 22, '#4f6152', { opacity: 0.3 }),
    times(9, i =>
      line(`M${60 + i * 140} ${752 + (i % 3) * 16}q30-8 60 0t60 0`, '#e6e6cf', 3, { opacity: 0.5 }),
    ),
    glow(w, h, '#f7e7bd', { x: 0.7, y: 0.2, o: 0.34 }),
  ];
};

export const ramadanIftar = (w, h) => {
  const _d = DAY.evening;
  return [
    rect(
      0,
      0,
      w,
      520,
      grad([
        [0, '#123a40'],
        [0.55, '#3f6d68'],
        [0.85, '#d99a5e'],
        [1, '#f3c585'],
      ]),
    ),
    times(40, i =>
      circle((i * 197) % w, 16 + ((i * 83) % 230), 1 + (i % 3) * 0.5, '#fff3d0', { opacity: 0.8 }),
    ),
    path('M966 66A52 52 0 1 0 1018 146A42 42 0 1 1 966 66Z', '#fff0bd'),
    circle(
      986,
      110,
      140,
      radial([
        [0, '#fff0bd', 0.3],
        [1, '#fff0bd', 0],
      ]),
    ),
    g({ fill: '#1d4a47' }, [village(120, 440, 2.2, '#1f4c49')]),
    treeline(w, 446, 50, '#1b423c', 6),
    ground(w, 436, h, ['#8c6f4c', '#4f4030'], 5, { n: 20 }),
    bulbs(-20, 150, 420, 200, 10, 46),
    bulbs(400, 200, 820, 200, 10, 46),
    bulbs(800, 200, 1220, 150, 10, 46),
    [406, 808].map(x => rect(x, 190, 9, 300, '#3b2c1e')),
    lantern(210, 210, 1.2),
    lantern(610, 250, 1.3),
    lantern(1010, 215, 1.2),
    people(
      [cast.mother4, cast.girl, cast.elder, cast.boy3, cast.youth, cast.grandma, cast.boy2].map((l, i) => [
        l,
        {
          x: 110 + i * 162,
          y: 590,
          s: l.headScale ? 1.12 : 1.5,
          pose: 'floor',
          f: i < 4 ? 1 : -1,
          hands: 'pray',
          mood: 'calm',
        },
      ]),
      { dx: 0.4, o: 0.3 },
    ),
    clothMat(
      [
        [30, 584],
        [1170, 584],
        [1300, 720],
        [-100, 720],
      ],
      '#23695a',
      0.5,
    ),
    times(8, i => plate(90 + i * 146, 606, 1.1, i % 2 ? 3 : 0)),
    times(7, i => plate(70 + i * 172, 672, 1.5, (i * 3 + 1) % 4)),
    times(6, i =>
      at(150 + i * 178, 640, 1.1, [
        path('M-8 0L-10-30H10L8 0Z', '#d7685c'),
        path('M-9-22L-10-30H10L9-22Z', '#fff', { opacity: 0.6 }),
      ]),
    ),
    jug(560, 660, 1.3, C.rose),
    people(
      [cast.youth2, cast.boy, cast.mother2, cast.worker, cast.girl3].map((l, i) => [
        l,
        {
          x: 80 + i * 260,
          y: 806,
          s: l.headScale ? 1.35 : 1.8,
          pose: 'floor',
          f: i % 2 ? -1 : 1,
          back: true,
          near: [26, 34],
          far: [30, 30],
        },
      ]),
      { dx: 0.4, o: 0.3 },
    ),
    rect(
      0,
      0,
      w,
      h,
      radial(
        [
          [0, '#ffc873', 0.3],
          [1, '#0b2a2c', 0.36],
        ],
        0.5,
        0.62,
        0.75,
      ),
    ),
  ];
};

export const handPumpDay = (w, h) => {
  const d = DAY.golden;
  return [
    sky(w, 440, d, { sunX: 0.2, sunY: 0.62, sunR: 54 }),
    plain(w, 400, 500, d, { seed: 11, villageX: 0.62 }),
    kikar(1060, 540, 1.5, '#7f8d4c'),
    ground(w, 490, h, d.earth, 9),
    house(-90, 560, 260, 200, { fill: '#cf9b66', doorC: '#8f4630' }),
    shadow(560, 726, 150, { dx: 2, o: 0.22 }),
    handPump(560, 730, 2, { up: false }),
    ellipse(676, 714, 70, 14, '#a9d3cf', { opacity: 0.6 }),
    people(
      [
        [cast.youth2, { x: 330, y: 744, s: 1.9, f: 1, lean: 10, near: [34, 6], far: [40, 4], mood: 'smile' }],
        [
          cast.girl2,
          { x: 770, y: 740, s: 1.4, f: -1, lean: 18, near: [42, 30], far: [46, 36], mood: 'laugh' },
        ],
        [cast.boy2, { x: 884, y: 752, s: 1.34, f: -1, near: [36, -30], far: [40, -24], mood: 'laugh' }],
        [
          cast.mother3,
          { x: 1010, y: 760, s: 1.84, f: -1, near: [-18, 62], far: [14, -50], hold: () => matka(5, -46, 1) },
        ],
        [
          cast.boy,
          {
            x: 160,
            y: 764,
            s: 1.3,
            f: 1,
            pose: 'walk',
            near: [-18, 64],
            far: [24, 62],
            hold: ([x, y]) => bucket(x + 2, y + 48, 0.8),
          },
        ],
      ],
      { dx: 1.8, dy: 0.3, o: 0.32, c: '#5a3a1e' },
    ),
    bucket(668, 728, 1.2),
    times(10, i => circle(640 + ((i * 29) % 110), 640 + ((i * 17) % 60), 3, '#dff4f1', { opacity: 0.85 })),
    matka(1120, 776, 1.5),
    matka(1060, 790, 1.2, C.brick),
    grass(420, 786, 1.3, '#8f9a4a'),
    wheat(40, 800, 1.2, 8),
    glow(w, h, '#ffdf98', { x: 0.2, y: 0.4, o: 0.42 }),
  ];
};

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

export const sewingGraduation = (w, h) => [
  rect(
    0,
    0,
    w,
    h,
    grad([
      [0, '#f0d9b5'],
      [1, '#e2b98a'],
    ]),
  ),
  rect(
    90,
    40,
    1020,
    470,
    grad([
      [0, '#7c2d33'],
      [1, '#a84a45'],
    ]),
  ),
  rect(90, 40, 1020, 470, girih('#f0c46a', { size: 96, width: 2, opacity: 0.32 })),
  times(11, i => path(`M${90 + i * 93} 40h93v40q-46 40-93 0Z`, i % 2 ? C.marigold : '#f3d9a8')),
  garland(90, 120, 430, 120, 50),
  garland(430, 120, 770, 120, 50),
  garland(770, 120, 1110, 120, 50),
  [60, 1110].map(x =>
    rect(
      x,
      0,
      34,
      560,
      grad(
        [
          [0, '#c99561'],
          [1, '#7a5233'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
  ),
  rect(
    -10,
    500,
    w + 20,
    120,
    grad([
      [0, '#9c4a3a'],
      [1, '#75332b'],
    ]),
  ),
  rect(-10, 500, w + 20, 120, girih('#e8b78a', { size: 60, width: 1.4, opacity: 0.3 })),
  rect(
    -10,
    612,
    w + 20,
    190,
    grad([
      [0, '#6d4a34'],
      [1, '#4e3324'],
    ]),
  ),
  rect(-10, 606, w + 20, 14, C.marigold),
  table(880, 570, 210, 84, { cloth: C.emerald }),
  sewing(930, 474, 0.9, 1),
  sewing(1030, 474, 0.9, 1),
  people(
    [cast.trainee, cast.trainee2, cast.trainee3, cast.mother4]
      .map((l, i) => [
        l,
        {
          x: 150 + i * 128,
          y: 590 - (i % 2) * 6,
          s: 1.62,
          f: 1,
          hands: 'hold',
          mood: i % 2 ? 'laugh' : 'smile',
          heldOver: true,
          hold: ([x, y]) => certificate(x, y - 6, 0.62),
        },
      ])
      .concat([
        [cast.mother2, { x: 668, y: 596, s: 1.68, f: 1, near: [44, 28], far: [48, 26], mood: 'laugh' }],
        [
          { ...cast.grandma, kameez: '#3c5a4d', dupatta: '#f0e6d0' },
          {
            x: 800,
            y: 596,
            s: 1.7,
            f: -1,
            near: [42, 28],
            far: [46, 26],
            heldOver: true,
            hold: ([x, y]) => certificate(x + 12, y - 4, 0.62),
          },
        ],
      ]),
    { dx: 0.9, o: 0.3 },
  ),
  audience(
    [cast.mother, cast.youth, cast.girl, cast.mother3, cast.elder2, cast.trainee2, cast.boy2],
    812,
    40,
    1160,
    1.5,
    12,
  ),
  motes(w, 500, 50, '#ffe6a0', 5, 0.9),
  glow(w, h, '#ffdf9c', { x: 0.5, o: 0.36 }),
];

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

export const healthAwareness = (w, h) => {
  const d = DAY.noon;
  return [
    sky(w, 400, d, { sunX: 0.5, sunY: 0.2, sunR: 0 }),
    plain(w, 340, 440, d, { seed: 15, villageX: 0.05 }),
    ground(w, 420, h, ['#e2c692', '#bf9259'], 14),
    house(930, 500, 320, 230, { fill: '#dcb07c', doorC: C.emerald }),
    tree(330, 520, 1.9, { seed: 6, color: '#3f7a45' }),
    ellipse(420, 640, 460, 90, '#4c4a2a', { opacity: 0.2 }),
    // the flip chart
    line('M620 640L660 340M860 640L820 340M740 640V360', C.wood, 9),
    rect(630, 300, 220, 230, '#fffaf0', { stroke: C.wood, 'stroke-width': 8 }),
    at(690, 360, 1, [path('M0-30C-20 0-28 10-28 24A28 28 0 0 0 28 24C28 10 20 0 0-30Z', '#4aa3b5')]),
    at(790, 366, 1.3, [
      path('M-22 10C-22-14-6-22 0-22C6-22 22-14 22 10C12 18-12 18-22 10Z', '#e9b08e'),
      line('M-10-18V-34M-3-22V-40M5-21V-39M12-16V-31', '#e9b08e', 8),
    ]),
    heartSign(690, 470, 1.5),
    at(790, 470, 1.1, [
      circle(0, 0, 26, C.leafLight),
      path('M0 18C-20 2-14-14-6-14C-2-14 0-10 0-8C0-10 2-14 6-14C14-14 20 2 0 18Z', C.clay),
    ]),
    people(
      [
        [cast.ladyDoctor, { x: 940, y: 690, s: 1.86, f: -1, near: [54, -14], far: [30, 40], mood: 'smile' }],
        [
          cast.nurse,
          {
            x: 1080,
            y: 706,
            s: 1.78,
            f: -1,
            near: [30, 38],
            far: [36, 34],
            heldOver: true,
            hold: ([x, y]) => box(x - 10, y + 16, 42, 32, '#f2ead8'),
          },
        ],
      ],
      { dx: -1, o: 0.26 },
    ),
    people(
      [
        [
          cast.mother2,
          {
            x: 130,
            y: 640,
            s: 1.42,
            pose: 'floor',
            f: 1,
            hands: 'hold',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, '#cfe3dd'),
          },
        ],
        [cast.mother3, { x: 320, y: 630, s: 1.42, pose: 'floor', f: 1, hands: 'lap' }],
        [cast.grandma, { x: 490, y: 640, s: 1.4, pose: 'floor', f: 1, hands: 'lap', mood: 'calm' }],
      ],
      { o: 0.2, dx: 0.8 },
    ),
    clothMat(
      [
        [30, 700],
        [720, 700],
        [860, 800],
        [-60, 800],
      ],
      '#2a6f7a',
      0.35,
    ),
    people(
      [
        [cast.trainee, { x: 90, y: 796, s: 1.76, pose: 'floor', f: 1, back: true }],
        [cast.mother4, { x: 300, y: 806, s: 1.76, pose: 'floor', f: -1, back: true }],
        [cast.girl, { x: 480, y: 800, s: 1.36, pose: 'floor', f: 1, back: true }],
        [cast.mother, { x: 660, y: 806, s: 1.76, pose: 'floor', f: 1, back: true, far: [24, -52] }],
      ],
      { o: 0.2, dx: 0.8 },
    ),
    glow(w, h, '#fff0b8', { x: 0.7, o: 0.34 }),
  ];
};

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

export const sportsDay = (w, h) => {
  const d = DAY.noon;
  const runner = (l, x, y, c, s = 1.4) => [
    { ...l, kameez: c, shalwar: C.white, sash: undefined },
    { x, y, s, f: 1, pose: 'run', lean: 10, near: [34, 22], far: [-14, 34], mood: 'laugh' },
  ];
  return [
    sky(w, 380, d, { sunX: 0.86, sunY: 0.26, sunR: 38 }),
    treeline(w, 336, 60, d.far, 5),
    rect(
      -10,
      334,
      w + 20,
      480,
      grad([
        [0, '#8fb765'],
        [1, '#5c8f45'],
      ]),
    ),
    tree(120, 380, 1.1, { seed: 5 }),
    tree(1080, 376, 1, { seed: 12 }),
    poplar(300, 372, 0.8),
    poplar(900, 370, 0.8),
    shamiana(400, 400, 400, 170, C.maroon, C.cream, { n: 10 }),
    people(
      [cast.elder, cast.mother4, cast.teacher, cast.mother, cast.volunteer].map((l, i) => [
        l,
        { x: 440 + i * 78, y: 404, s: 0.72, f: i % 2 ? 1 : -1, near: [20, 10], far: [26, 8], mood: 'laugh' },
      ]),
    ),
    path('M-20 560L1220 470V520L-20 640Z', '#c9764b'),
    path('M-20 640L1220 520V580L-20 740Z', '#bd6a42'),
    path('M-20 740L1220 580V690L-20 880Z', '#c9764b'),
    line('M-20 640L1220 520M-20 740L1220 580M-20 560L1220 470M1220 690L-20 880', '#fff3df', 5),
    bunting(-10, 120, 620, 150, 16, 50),
    bunting(580, 150, 1210, 110, 16, 50),
    people(
      [
        runner(cast.girl2, 820, 590, C.marigold, 1.3),
        runner(cast.boy, 560, 640, C.teal, 1.4),
        runner(cast.girl, 300, 700, C.rose, 1.46),
        runner(cast.boy2, 930, 690, C.denim, 1.52),
        runner(cast.boy3, 520, 772, C.leaf, 1.6),
        [
          { ...cast.teacher, kameez: C.emerald },
          {
            x: 1100,
            y: 640,
            s: 1.66,
            f: -1,
            near: [48, -34],
            far: [40, 20],
            mood: 'laugh',
            hold: ([x, y]) => [
              line(`M${x + 2} ${y + 10}V${y - 40}`, C.wood, 3),
              path(`M${x + 2} ${y - 40}h34l-8 11l8 11h-34Z`, C.marigold),
            ],
          },
        ],
      ],
      { dx: -1, o: 0.3 },
    ),
    ball(110, 730, 28),
    cup(1130, 770, 1.3),
    cup(1060, 782, 1),
    grass(40, 796, 1.2),
    grass(760, 800, 1.2),
    glow(w, h, '#fff4c4', { x: 0.85, o: 0.32, foot: 0.14 }),
  ];
};

export const foundationLaying = (w, h) => {
  const d = DAY.morning;
  return [
    sky(w, 440, d, { sunX: 0.2, sunY: 0.5, sunR: 46 }),
    plain(w, 380, 470, d, { seed: 6, villageX: 0.72 }),
    birds(520, 130),
    ground(w, 450, h, ['#dcbb85', '#b07f4c'], 11),
    // the rising frame
    g(
      {},
      times(5, i =>
        rect(
          690 + i * 112,
          250,
          20,
          260,
          grad(
            [
              [0, '#c9c2b2'],
              [1, '#8f897a'],
            ],
            0,
            0,
            1,
            0,
          ),
        ),
      ),
      rect(680, 250, 480, 22, '#b5ae9e'),
      rect(680, 376, 480, 18, '#b5ae9e'),
      times(5, i => line(`M${694 + i * 112} 250v-50M${704 + i * 112} 250v-58`, '#8a5a3c', 3)),
    ),
    line('M660 510L1180 250M660 250L1180 510', '#b98a58', 3, { opacity: 0.6 }),
    shamiana(40, 500, 420, 240, C.emerald, C.cream, { n: 10 }),
    people(
      [
        [cast.worker, { x: 780, y: 524, s: 1.02, f: 1, near: [36, 20], far: [40, 16] }],
        [
          { ...cast.farmer, cap: 'sports', capColor: C.marigold },
          { x: 1040, y: 522, s: 1.02, f: -1, pose: 'walk' },
        ],
      ],
      { o: 0.2 },
    ),
    path('M540 640L580 590H860L900 640Z', '#9a6b40'),
    rect(540, 640, 360, 70, '#6e4728'),
    path('M560 640L590 604H850L880 640Z', shade(C.soil, 0.15)),
    // the stone
    rect(650, 556, 140, 84, bricks('#b8603f', 34, 16)),
    rect(644, 546, 152, 14, '#d8d0bd'),
    star(720, 600, 26, C.marigold),
    star(720, 600, 13, C.cream),
    garland(650, 560, 790, 560, 18, 14, 6),
    people(
      [
        [
          { ...cast.elder, vest: '#2c3f38' },
          {
            x: 600,
            y: 740,
            s: 1.9,
            f: 1,
            lean: 12,
            near: [46, 36],
            far: [50, 40],
            mood: 'smile',
            hold: ([x, y]) => [
              line(`M${x - 4} ${y + 2}L${x + 10} ${y - 2}`, C.woodDark, 5),
              path(`M${x + 8} ${y - 8}L${x + 34} ${y - 4}L${x + 10} ${y + 6}Z`, '#c9cdc4'),
            ],
          },
        ],
        [
          { ...cast.mother4, kameez: C.plum },
          {
            x: 880,
            y: 744,
            s: 1.84,
            f: -1,
            near: [42, 44],
            far: [46, 40],
            lean: 8,
            hold: ([x, y]) => [rect(x + 2, y - 6, 30, 14, C.brick)],
          },
        ],
        [cast.volunteer, { x: 440, y: 750, s: 1.86, f: 1, hands: 'pray', mood: 'smile' }],
        [
          { ...cast.doctor, coat: undefined, vest: '#35454f', glasses: true },
          { x: 1030, y: 752, s: 1.88, f: -1, hands: 'pray', mood: 'laugh' },
        ],
        [
          cast.schoolgirl,
          {
            x: 316,
            y: 762,
            s: 1.36,
            f: 1,
            hands: 'hold',
            heldOver: true,
            mood: 'laugh',
            hold: ([x, y]) => flowers(x, y - 14, 0.9),
          },
        ],
        [cast.schoolboy, { x: 212, y: 768, s: 1.38, f: 1, hands: 'pray', mood: 'laugh' }],
      ],
      { dx: 1.5, o: 0.28, c: '#4a3018' },
    ),
    times(3, i =>
      times(5 - i, j =>
        rect(30 + j * 36 + i * 18, 778 - i * 18, 34, 16, (i + j) % 2 ? '#b8603f' : '#a65438'),
      ),
    ),
    spade(1130, 760, 1.2, 16),
    sack(1160, 790, 0.9, '#c9c6ba', C.steelDark),
    glow(w, h, '#ffe6ac', { x: 0.2, y: 0.2, o: 0.42 }),
  ];
};

export const cookingMorning = (w, h) => {
  const d = DAY.golden;
  return [
    sky(w, 380, d, { sunX: 0.84, sunY: 0.56, sunR: 48 }),
    plain(w, 340, 420, d, { seed: 17, villageX: 0.6 }),
    rect(-10, 260, 520, 220, bricks('#b9704c', 34, 15)),
    rect(
      -10,
      260,
      520,
      220,
      grad(
        [
          [0, C.ink, 0.22],
          [1, '#ffd98a', 0.2],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    rect(-10, 248, 528, 18, '#8f4e33'),
    ground(w, 416, h, d.earth, 12),
    tree(560, 460, 1.1, { color: '#5c8045', seed: 10 }),
    shelf(60, 350, 380, 6, (x, y, i) =>
      i % 2 ? jug(x, y, 1, [C.teal, C.clay, C.denim][i % 3]) : matka(x, y, 0.9),
    ),
    // tandoor
    ellipse(900, 590, 120, 22, C.ink, { opacity: 0.2 }),
    path(
      'M800 590C800 500 830 480 900 480S1000 500 1000 590Z',
      grad(
        [
          [0, '#d59a68'],
          [1, '#9a6240'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    ellipse(900, 486, 58, 16, '#5e2f1c'),
    ellipse(900, 488, 46, 11, '#f08d3c'),
    steam(900, 470, 1.2, 0.4),
    people(
      [
        [
          cast.worker,
          {
            x: 1060,
            y: 620,
            s: 1.6,
            f: -1,
            lean: 8,
            near: [48, 24],
            far: [52, 20],
            hold: ([x, y]) => ellipse(x + 14, y - 4, 20, 7, '#e7bd7a'),
          },
        ],
        [
          { ...cast.cook, apron: C.maroon },
          {
            x: 170,
            y: 640,
            s: 1.66,
            f: 1,
            lean: 8,
            near: [46, 36],
            far: [50, 34],
            hold: ([x, y]) => line(`M${x - 16} ${y - 40}L${x + 34} ${y + 40}`, '#7a5233', 4.5),
          },
        ],
      ],
      { o: 0.26, dx: -1 },
    ),
    degh(300, 700, 1.5),
    degh(560, 760, 1.8),
    people(
      [
        [
          cast.cook,
          {
            x: 760,
            y: 760,
            s: 1.92,
            f: -1,
            lean: 12,
            near: [54, 24],
            far: [58, 20],
            mood: 'laugh',
            hold: ([x, y]) => line(`M${x - 30} ${y - 60}L${x + 36} ${y + 50}`, '#7a5233', 5),
          },
        ],
        [
          cast.mother3,
          { x: 960, y: 780, s: 1.6, f: 1, pose: 'floor', near: [38, 46], far: [44, 42], mood: 'smile' },
        ],
        [
          cast.trainee2,
          { x: 1140, y: 776, s: 1.56, f: -1, pose: 'floor', near: [38, 46], far: [44, 42], mood: 'laugh' },
        ],
      ],
      { dx: -1, o: 0.28 },
    ),
    ellipse(1050, 776, 58, 14, '#c9cdc4'),
    ellipse(1050, 772, 50, 10, '#8fb765'),
    times(7, i => circle(1020 + i * 10, 770 - (i % 3) * 4, 6, [C.red, C.leaf, C.marigold][i % 3])),
    sack(70, 780, 1.2),
    sack(140, 792, 1.1),
    glow(w, h, '#ffd98a', { x: 0.85, y: 0.3, o: 0.44 }),
  ];
};

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
