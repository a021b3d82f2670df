// Four stories, each drawn twice from the same spot: before and after.

import {
  beam,
  bricks,
  bunting,
  door,
  house,
  room,
  shelf,
  sign,
  viewWindow,
  windowFrame,
} from '../buildings.mjs';
import { star } from '../girih.mjs';
import {
  birds,
  bush,
  cloud,
  DAY,
  field,
  glow,
  grass,
  ground,
  motes,
  plain,
  poplar,
  sky,
  tree,
  treeline,
  village,
  wheat,
} from '../nature.mjs';
import { C, mix, shade, tint } from '../palette.mjs';
import { baby, cast, people } from '../people.mjs';
import { circle, ellipse, g, grad, line, path, poly, radial, rect, times } from '../svg.mjs';
import {
  blackboard,
  bolts,
  bucket,
  chair,
  charpai,
  fabric,
  jug,
  matka,
  openBook,
  pile,
  pot,
  sewing,
  spool,
  table,
} from '../things.mjs';

/** A grey-brown veil for days before. */
const dull = (w, h, o = 0.24) => [
  rect(0, 0, w, h, '#6f6a5c', { opacity: o }),
  rect(
    0,
    h * 0.55,
    w,
    h * 0.45,
    grad([
      [0, C.ink, 0],
      [1, C.ink, 0.22],
    ]),
  ),
];

const uniform = l => ({
  ...l,
  kameez: '#a9c4d6',
  shalwar: l.kind === 'boy' ? '#a9c4d6' : C.white,
  sash: l.kind === 'girl' ? C.white : undefined,
});
const worn = (l, c) => ({
  ...l,
  kameez: c,
  shalwar: shade(c, 0.08),
  trim: undefined,
  plaits: l.plaits && '#8a6a4a',
});

// School: lessons under one tree, then a room of their own beside the same tree.
const yard = (w, d) => [
  sky(w, 430, d, { sunX: 0.9, sunY: 0.3, sunR: 36 }),
  plain(w, 370, 470, d, { seed: 22, villageX: 0.68 }),
];

export const storySchoolBefore = (w, h) => {
  const d = DAY.winter;
  return [
    yard(w, d),
    ground(w, 456, h, ['#cdb38a', '#9f7d54'], 16, { n: 70 }),
    path('M900 456V380H960V400H1010V360H1050V456Z', '#b08a62'),
    rect(1050, 410, 150, 46, '#a37d58'),
    tree(270, 560, 1.75, { color: '#5f7448', seed: 6 }),
    ellipse(330, 660, 380, 70, '#3c3a24', { opacity: 0.25 }),
    line('M690 640L720 400M880 640L850 400', '#6f5138', 9),
    rect(690, 390, 190, 150, '#3a4a42', { stroke: '#6f5138', 'stroke-width': 8 }),
    line('M710 430h70M710 456h110M710 482h50', '#c9cfc2', 4, { opacity: 0.6 }),
    path('M820 540L880 470V540Z', '#c3ac86'),
    people(
      [
        [
          { ...cast.teacher, kameez: '#8a6a5a', dupatta: '#c9bda2' },
          { x: 950, y: 690, s: 1.8, f: -1, near: [46, 10], far: [30, 40], mood: 'calm' },
        ],
        [
          worn(cast.boy, '#8d948a'),
          { x: 250, y: 690, s: 1.26, pose: 'floor', f: 1, hands: 'lap', mood: 'sad' },
        ],
        [
          worn(cast.girl, '#a08070'),
          {
            x: 420,
            y: 684,
            s: 1.24,
            pose: 'floor',
            f: 1,
            near: [24, 36],
            far: [30, 34],
            mood: 'calm',
            hold: ([x, y]) => openBook(x + 8, y, 0.7, '#7a6a52'),
          },
        ],
        [
          worn(cast.boy2, '#9a8a6a'),
          { x: 580, y: 690, s: 1.26, pose: 'floor', f: 1, hands: 'lap', mood: 'sad' },
        ],
        [worn(cast.girl2, '#7f8f88'), { x: 180, y: 786, s: 1.46, pose: 'floor', f: 1, back: true }],
        [worn(cast.boy3, '#8a8f7a'), { x: 380, y: 794, s: 1.46, pose: 'floor', f: 1, back: true }],
        [worn(cast.girl3, '#a3906a'), { x: 590, y: 790, s: 1.46, pose: 'floor', f: -1, back: true }],
      ],
      { o: 0.22, dx: 0.8 },
    ),
    times(16, i =>
      path(`M${100 + ((i * 131) % 1000)} ${600 + ((i * 67) % 180)}q8-8 14 0q-6 6-14 0Z`, '#a9803f', {
        opacity: 0.7,
      }),
    ),
    dull(w, h, 0.16),
  ];
};

export const storySchoolAfter = (w, h) => {
  const d = DAY.morning;
  return [
    yard(w, d),
    ground(w, 456, h, ['#e6cb95', '#c79a60'], 16),
    // the classroom, open in front
    rect(520, 210, 690, 370, bricks('#c2704a', 36, 16)),
    rect(
      520,
      210,
      690,
      370,
      grad(
        [
          [0, '#fff0cc', 0.3],
          [1, C.ink, 0.1],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    rect(500, 186, 730, 34, C.emerald),
    rect(500, 216, 730, 10, C.marigold),
    rect(590, 270, 560, 310, '#f6e6c6'),
    rect(590, 270, 560, 310, 'none', { stroke: '#fbf1dc', 'stroke-width': 14 }),
    rect(597, 470, 546, 110, '#d9c39a'),
    blackboard(700, 300, 320, 150, [
      line('M730 350h90M730 380h130M730 410h70', '#fbf3dd', 4),
      circle(950, 350, 18, 'none', { stroke: '#f4d77e', 'stroke-width': 4 }),
      line('M910 430v-30h50v30ZM904 402l31-26l31 26', '#fbf3dd', 4),
    ]),
    sign(860, 203, 13, {}),
    windowFrame(614, 330, 50, 60),
    windowFrame(1074, 330, 50, 60),
    tree(270, 560, 1.75, { color: '#3f7a45', seed: 6 }),
    ellipse(330, 660, 380, 60, '#4c4a2a', { opacity: 0.2 }),
    bunting(330, 300, 520, 230, 5, 16),
    rect(500, 576, 730, 18, '#e9d3a6'),
    rect(500, 592, 730, 8, '#b08a5c'),
    people(
      [
        [cast.teacher, { x: 1050, y: 690, s: 1.82, f: -1, near: [50, -20], far: [30, 40], mood: 'laugh' }],
        ...[
          [uniform(cast.boy), 600],
          [uniform(cast.girl), 740],
          [uniform(cast.boy2), 880],
        ].map(([l, x], i) => [
          l,
          {
            x,
            y: 670,
            s: 1.24,
            pose: 'floor',
            f: 1,
            near: [24, 36],
            far: i === 1 ? [22, -54] : [30, 34],
            mood: i === 1 ? 'laugh' : 'smile',
            hold: ([a, b]) => openBook(a + 8, b, 0.75, [C.emerald, C.clay, C.denim][i]),
          },
        ]),
        [
          { ...uniform(cast.girl2), bag: C.marigold },
          { x: 420, y: 780, s: 1.46, f: 1, pose: 'walk', mood: 'laugh', back: true },
        ],
        [
          { ...uniform(cast.boy3), bag: C.red },
          { x: 560, y: 790, s: 1.46, f: 1, pose: 'walk', back: true },
        ],
        [
          uniform(cast.girl3),
          { x: 260, y: 770, s: 1.42, f: 1, pose: 'walk', near: [-18, 64], far: [34, 10], mood: 'laugh' },
        ],
      ],
      { o: 0.26, dx: 1.2 },
    ),
    pot(1170, 640, 1.3),
    bush(60, 780, 1.2, C.leaf, 7),
    grass(760, 790, 1.2),
    birds(420, 110),
    glow(w, h, '#fff0b8', { x: 0.9, o: 0.36 }),
  ];
};

// Tailor: one dim room, before and after.
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

// Home: after the flood, and rebuilt on a raised plinth.
export const storyHomeBefore = (w, h) => {
  const d = DAY.flood;
  return [
    sky(w, 430, d, { sunR: 0 }),
    cloud(300, 130, 2.4, '#a9b6b3', 0.8, 3),
    cloud(820, 90, 2.6, '#b5c0bb', 0.8, 9),
    treeline(w, 386, 60, d.far, 4),
    rect(-10, 380, w + 20, 120, '#8c9474'),
    poplar(1100, 440, 0.9, '#5f7a5a'),
    ground(w, 440, h, ['#a78d66', '#7d6546'], 8, { n: 60 }),
    path('M-20 560Q240 530 520 560T1220 548V640Q900 610 600 640T-20 640Z', '#8f9a80', { opacity: 0.85 }),
    times(8, i => line(`M${40 + i * 150} ${588 + (i % 3) * 12}q30-7 60 0`, '#c6cdb4', 3, { opacity: 0.6 })),
    // the broken house
    path(
      'M300 600V330L350 300L390 350L430 316L470 380L520 370L560 440L640 430V600Z',
      grad([
        [0, '#b98f66'],
        [1, '#8f6a49'],
      ]),
    ),
    path('M300 520Q470 500 640 524V600H300Z', '#7d6246'),
    path('M640 600V400L740 380L760 450L820 470V600Z', '#a57d57'),
    rect(360, 440, 70, 160, '#4a392b'),
    path('M360 440L400 448L392 600H360Z', '#3f6a68'),
    line('M290 320L560 420M470 300L700 420', '#5f4430', 12),
    line('M620 440L860 560', '#5f4430', 11),
    times(22, i =>
      rect(520 + ((i * 53) % 360), 590 + ((i * 29) % 60), 30, 14, i % 2 ? '#a4674a' : '#8f5a42', {
        transform: `rotate(${((i * 37) % 60) - 30} ${520 + ((i * 53) % 360)} ${590 + ((i * 29) % 60)})`,
      }),
    ),
    charpai(880, 720, 220, { c: '#6b4a33' }),
    path('M900 652Q980 632 1060 650L1090 676H890Z', '#7f8a94'),
    matka(860, 760, 1.2, '#9a6446'),
    people(
      [
        [worn(cast.farmer, '#8a8f86'), { x: 240, y: 746, s: 1.86, f: 1, hands: 'back', mood: 'sad' }],
        [
          { ...cast.mother3, kameez: '#8a7058', dupatta: '#7a5a58', trim: undefined },
          {
            x: 380,
            y: 752,
            s: 1.78,
            f: 1,
            hands: 'hold',
            mood: 'sad',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, '#b5aa94'),
          },
        ],
        [worn(cast.boy2, '#9a8a68'), { x: 490, y: 764, s: 1.3, f: 1, mood: 'sad' }],
      ],
      { o: 0.26, dx: 1 },
    ),
    ellipse(690, 768, 160, 14, '#9aa386', { opacity: 0.7 }),
    dull(w, h, 0.14),
  ];
};

export const storyHomeAfter = (w, h) => {
  const d = DAY.golden;
  return [
    sky(w, 430, d, { sunX: 0.14, sunY: 0.5, sunR: 50 }),
    treeline(w, 386, 60, d.far, 4),
    village(880, 394, 1, mix(d.far, '#d99a63', 0.4)),
    field(w, 380, 480, '#a9a757', { vx: 620, vy: 320, rows: 40 }),
    poplar(1100, 440, 0.9, '#7f8d4c'),
    poplar(1150, 444, 1.1, '#748646'),
    ground(w, 440, h, d.earth, 8),
    tree(120, 560, 1.2, { color: '#587f43', seed: 14 }),
    rect(270, 596, 600, 30, '#d8c7a4'),
    rect(270, 622, 600, 10, '#a98a60'),
    path('M350 632H456L472 660H334Z', '#e3d3b0'),
    house(300, 598, 540, 270, {
      fill: '#c2704a',
      brick: true,
      doorC: C.emerald,
      doorAt: 0.12,
      windowAt: null,
    }),
    windowFrame(500, 400, 90, 90, { frame: C.emerald, lit: true }),
    windowFrame(690, 400, 90, 90, { frame: C.emerald, lit: true }),
    rect(640, 268, 90, 50, '#3f9a86', { rx: 6 }),
    ellipse(685, 268, 45, 10, '#62b39f'),
    star(685, 294, 13, C.marigold),
    path('M420 314V270L520 256V314Z', '#2b4a5f'),
    line('M436 312V268M456 312V265M476 312V262M496 312V260M420 292L520 284', '#7f9fb5', 2),
    pot(326, 598, 0.8),
    pot(836, 596, 1.1, C.clay, C.leafDark),
    garland(360, 440),
    charpai(880, 730, 240, { sheet: '#c96a6a' }),
    people(
      [
        [
          cast.farmer,
          {
            x: 940,
            y: 724,
            s: 1.7,
            f: -1,
            pose: 'chair',
            near: [30, 50],
            far: [44, -2],
            mood: 'laugh',
            noShadow: true,
          },
        ],
        [
          cast.mother3,
          {
            x: 530,
            y: 750,
            s: 1.84,
            f: 1,
            hands: 'hold',
            mood: 'laugh',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, '#f4ead4'),
          },
        ],
        [
          cast.boy2,
          {
            x: 270,
            y: 768,
            s: 1.4,
            f: 1,
            pose: 'run',
            lean: 8,
            near: [36, 20],
            far: [-14, 34],
            mood: 'laugh',
          },
        ],
        [cast.girl2, { x: 700, y: 756, s: 1.38, f: -1, near: [40, 14], far: [44, 10], mood: 'laugh' }],
      ],
      { o: 0.3, dx: 1.8, c: '#5a3a1e' },
    ),
    bush(60, 790, 1.2, '#5c8a45', 7),
    wheat(1150, 806, 1.3, 10),
    grass(280, 792, 1.2, '#8f9a4a'),
    birds(720, 140, 1.1, '#8a5a34'),
    motes(w, 600, 26, '#fff3c9', 8, 0.7),
    glow(w, h, '#ffdf98', { x: 0.14, y: 0.3, o: 0.42 }),
  ];
};
function garland(x, y) {
  return times(9, i =>
    circle(x - 10 + i * 11, y + 4 * Math.sin((i / 8) * Math.PI) * 4, 6, i % 2 ? C.marigold : '#d9782f'),
  );
}

// Sight: a grandfather behind clouded eyes, then reading to his grandchild.
const porch = (w, h, lit) => [
  sky(w, 400, lit ? DAY.morning : DAY.winter, { sunX: 0.1, sunY: 0.4, sunR: 36 }),
  plain(w, 350, 450, lit ? DAY.morning : DAY.winter, { seed: 25, villageX: 0.04 }),
  ground(w, 440, h, lit ? ['#e7c992', '#c3945a'] : ['#c9b592', '#97795a'], 19),
  rect(
    480,
    110,
    740,
    460,
    grad([
      [0, lit ? '#f2d7a8' : '#c2ab8a'],
      [1, lit ? '#deb583' : '#a88d6c'],
    ]),
  ),
  rect(460, 90, 780, 30, lit ? C.emerald : '#6f6a58'),
  door(950, 566, 130, 300, lit ? C.teal : '#5f6a62', { open: lit }),
  windowFrame(600, 240, 150, 140, { frame: lit ? C.teal : '#5f6a62', lit }),
  rect(460, 562, 780, 22, lit ? '#ead2a4' : '#b09a7c'),
  rect(460, 582, 780, 8, '#8f7350'),
];

export const storySightBefore = (w, h) => [
  porch(w, h, false),
  tree(180, 560, 1.5, { color: '#6a7550', seed: 9 }),
  charpai(500, 740, 430, { c: '#6f4e33', rope: '#cbb891', h: 52 }),
  people(
    [
      [
        { ...cast.elder, kameez: '#b5a98f', vest: '#7a6a58', capColor: '#d0c6b2', glasses: false },
        {
          x: 640,
          y: 740,
          s: 2.1,
          f: 1,
          pose: 'chair',
          near: [36, 42],
          far: [30, 56],
          nod: 8,
          mood: 'sleep',
          patch: false,
          noShadow: true,
          hold: ([x, y]) => line(`M${x + 4} ${y - 8}L${x + 22} ${y + 86}`, '#5a3a24', 4.5),
        },
      ],
      [
        worn(cast.girl3, '#a3906a'),
        {
          x: 890,
          y: 764,
          s: 1.5,
          f: -1,
          near: [30, 30],
          far: [34, 28],
          mood: 'sad',
          hold: ([x, y]) => openBook(x + 10, y, 0.8, '#7a6a52'),
        },
      ],
    ],
    { o: 0.24, dx: 1 },
  ),
  matka(450, 770, 1.3, '#9a6a4a'),
  dull(w, h, 0.2),
  rect(
    0,
    0,
    w,
    h,
    radial(
      [
        [0, '#e9e4d6', 0.0],
        [1, '#cfcabb', 0.5],
      ],
      0.5,
      0.55,
      0.8,
    ),
  ),
];

export const storySightAfter = (w, h) => [
  porch(w, h, true),
  tree(180, 560, 1.5, { color: '#3f7a45', seed: 9 }),
  bunting(480, 130, 950, 130, 10, 20),
  beam(
    [
      [0, 120],
      [240, 60],
      [1100, 800],
      [500, 800],
    ],
    0.22,
  ),
  charpai(500, 740, 430, { sheet: '#b5443a', h: 52 }),
  people(
    [
      [
        { ...cast.elder, glasses: true, vest: '#2f6f5e' },
        {
          x: 640,
          y: 740,
          s: 2.1,
          f: 1,
          pose: 'chair',
          near: [36, 34],
          far: [46, 28],
          nod: 4,
          mood: 'smile',
          noShadow: true,
          hold: ([x, y]) => openBook(x + 12, y - 4, 0.95, C.maroon),
        },
      ],
      [cast.girl3, { x: 860, y: 764, s: 1.54, f: -1, near: [34, 22], far: [38, 20], lean: 6, mood: 'laugh' }],
      [cast.boy3, { x: 500, y: 768, s: 1.36, f: 1, near: [36, 18], far: [30, 50], mood: 'smile' }],
    ],
    { o: 0.28, dx: 1.3 },
  ),
  pot(1120, 560, 1.5),
  pot(1020, 780, 1.6, C.clay, C.leafDark),
  jug(950, 790, 1.4),
  bush(80, 790, 1.3, C.leaf, 7),
  birds(330, 120),
  glow(w, h, '#fff0b8', { o: 0.4 }),
];
