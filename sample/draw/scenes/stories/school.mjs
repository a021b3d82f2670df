// Story: lessons under one tree, then a room of their own beside the same tree.

import { bricks } from '../../buildings/houses.mjs';
import { windowFrame } from '../../buildings/openings.mjs';
import { bunting } from '../../buildings/shelters.mjs';
import { sign } from '../../buildings/signs.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { bush, grass } from '../../nature/plants.mjs';
import { birds, DAY, glow, sky } from '../../nature/sky.mjs';
import { tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, grad, line, path, rect, times } from '../../svg.mjs';
import { pot } from '../../things/garden.mjs';
import { blackboard, openBook } from '../../things/school.mjs';
import { dull, worn } from './hardship.mjs';

const uniform = l => ({
  ...l,
  kameez: '#a9c4d6',
  shalwar: l.kind === 'boy' ? '#a9c4d6' : C.white,
  sash: l.kind === 'girl' ? C.white : undefined,
});

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
