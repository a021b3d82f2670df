// The first picture a visitor sees: the dispensary's courtyard late in the day. The left half stays calm for words.

import { verandah, wall } from '../buildings/houses.mjs';
import { door, windowFrame } from '../buildings/openings.mjs';
import { bunting } from '../buildings/shelters.mjs';
import { heartSign, sign } from '../buildings/signs.mjs';
import { field, ground, treeline, village } from '../nature/land.mjs';
import { bush, grass, wheat } from '../nature/plants.mjs';
import { birds, cloud, DAY, motes, sky } from '../nature/sky.mjs';
import { kikar, palm, poplar, tree } from '../nature/trees.mjs';
import { C, mix } from '../palette.mjs';
import { baby, people, shadow } from '../people/groups.mjs';
import { cast } from '../people/looks.mjs';
import { ellipse, grad, line, path, poly, radial, rect } from '../svg.mjs';
import { bench } from '../things/furniture.mjs';
import { pot } from '../things/garden.mjs';
import { wheelchair } from '../things/health.mjs';
import { bicycle } from '../things/vehicles.mjs';

const stick = ([x, y]) => line(`M${x + 4} ${y - 6}L${x + 14} ${y + 96}`, '#6b4427', 4.5);

export const hero = (w, h) => {
  const day = DAY.golden;
  return [
    sky(w, 560, day, { sunX: 0.47, sunY: 0.66, sunR: 54, clouds: false }),
    cloud(250, 120, 1.5, day.cloud, 0.55, 4),
    cloud(640, 70, 1.1, day.cloud, 0.4, 8),
    cloud(1180, 90, 1.3, day.cloud, 0.5, 12),
    cloud(60, 250, 1, day.cloud, 0.35, 16),
    birds(560, 190, 1.2, '#8a5a34', 0.6),
    treeline(w, 486, 34, mix(day.far, '#fbe8bf', 0.45), 3),
    village(120, 492, 0.95, mix(day.far, '#d99a63', 0.35)),
    treeline(w, 498, 48, mix(day.far, day.mid, 0.25), 8),
    poplar(470, 512, 0.62, '#8a9452'),
    poplar(500, 514, 0.72, '#7f8d4c'),
    poplar(530, 512, 0.56, '#8a9452'),
    field(w, 492, 580, '#c9ae5a', { vx: 760, vy: 430, rows: 50 }),
    field(w, 542, 650, '#9aa053', { vx: 700, vy: 440, rows: 44 }),
    kikar(330, 590, 0.72, '#86924c'),
    field(w, 606, 790, '#7f9148', { vx: 620, vy: 460, rows: 40, top: 'M-40 606Q300 590 620 612T1640 600' }),
    // the courtyard
    ground(w, 650, h, ['#efcb92', '#c08a55'], 9, {
      edge: 'M-20 742C220 700 480 668 760 652H1640V920H-20Z',
      n: 60,
    }),
    path('M-20 742C220 700 480 668 760 652L900 650C620 690 380 740 220 920H-20Z', '#a59a52', {
      opacity: 0.55,
    }),
    path('M330 920C420 800 600 710 900 660L1180 660C1000 720 900 800 880 920Z', '#f9dfae', { opacity: 0.55 }),
    tree(1530, 660, 1.45, { color: '#4c7a3f', seed: 17 }),
    palm(836, 664, 1.02, '#6c8a45'),
    wall(760, 662, 130, 96, '#e0b27a'),
    // the dispensary
    verandah(900, 664, 5, 124, 268, { wall: '#f7e1b8', inside: '#b67d4f', trim: C.emerald }),
    rect(
      886,
      396,
      648,
      268,
      grad(
        [
          [0, '#fff0c4', 0.45],
          [0.5, '#ffd98a', 0.05],
          [1, C.ink, 0.2],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    door(1186, 660, 60, 138, C.emerald, { open: true }),
    windowFrame(936, 540, 56, 52, { frame: C.emerald, lit: true, sill: false }),
    windowFrame(1308, 540, 56, 52, { frame: C.emerald, lit: true, sill: false }),
    windowFrame(1432, 540, 56, 52, { frame: C.emerald, lit: true, sill: false }),
    door(1064, 660, 56, 128, '#1a7d60'),
    path('M1108 366L1120 288Q1216 244 1312 288L1324 366Z', '#f7deb0'),
    path('M1108 366H1324V358H1108Z', C.emerald),
    path('M1120 288Q1216 244 1312 288', 'none', { stroke: C.emerald, 'stroke-width': 7 }),
    sign(1216, 318, 29),
    heartSign(1152, 328, 0.8),
    heartSign(1280, 328, 0.8),
    rect(860, 660, 700, 16, '#e7c08a'),
    rect(860, 674, 700, 6, '#a87748'),
    bunting(836, 446, 1112, 330, 9, 22),
    bunting(1320, 330, 1590, 400, 9, 22),
    pot(884, 704, 0.8),
    pot(1550, 706, 0.9, C.clay, C.leafDark),
    // shadows of tree and house over the yard
    poly(
      [
        [1240, 682],
        [1640, 682],
        [1640, 900],
        [1480, 900],
      ],
      grad([
        [0, C.ink, 0.22],
        [1, C.ink, 0.05],
      ]),
    ),
    bench(1386, 744, 190, 46),
    bicycle(1010, 716, 0.72, 1),
    people(
      [
        [cast.ladyDoctor, { x: 1212, y: 690, s: 0.92, f: -1, near: [34, 30], far: [40, 20], mood: 'smile' }],
        [
          cast.mother4,
          {
            x: 1424,
            y: 748,
            s: 1.02,
            f: -1,
            pose: 'chair',
            hands: 'hold',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, C.marigold),
          },
        ],
        [cast.boy3, { x: 1498, y: 748, s: 0.7, f: -1, pose: 'chair', hands: 'lap' }],
        [cast.farmer, { x: 1556, y: 748, s: 1.02, f: -1, pose: 'chair', hands: 'lap', mood: 'calm' }],
        [cast.volunteer, { x: 1332, y: 806, s: 1.2, f: -1, near: [48, 22], far: [30, 52] }],
        [
          cast.mother,
          {
            x: 1030,
            y: 790,
            s: 1.2,
            f: 1,
            pose: 'walk',
            hands: 'hold',
            hold: hh => baby(hh[0] - 8, hh[1] - 8, '#f4ead4'),
          },
        ],
        [
          cast.girl,
          { x: 952, y: 806, s: 0.76, f: 1, pose: 'walk', near: [-22, 62], far: [40, 0], mood: 'laugh' },
        ],
        [
          cast.elder,
          {
            x: 832,
            y: 800,
            s: 1.18,
            f: 1,
            pose: 'walk',
            near: [34, 54],
            far: [20, 60],
            hold: stick,
            mood: 'calm',
          },
        ],
        [cast.boy2, { x: 758, y: 812, s: 0.82, f: 1, pose: 'walk', near: [-20, 62], far: [44, 18] }],
        [wheelchair(1200, 876, 1.28, 1), { y: 869.5 }],
        [cast.grandma, { x: 1190, y: 872, s: 1.24, f: 1, pose: 'chair', hands: 'lap', noShadow: true }],
        [cast.youth, { x: 1114, y: 872, s: 1.3, f: 1, pose: 'walk', lean: 8, near: [40, 42], far: [44, 40] }],
      ],
      { dx: 2.6, dy: 0.34, o: 0.34, c: '#5a3a1e' },
    ),
    shadow(1180, 870, 90, { dx: 2.2, o: 0.2 }),
    grass(90, 880, 1.6, '#7d8f42'),
    grass(210, 896, 1.3, '#8f9a4a'),
    grass(420, 890, 1.1, '#8f9a4a'),
    wheat(30, 905, 1.5, 12, '#d9a948'),
    wheat(150, 912, 1.2, 9, '#e0b659'),
    bush(1576, 890, 1.3, '#5c8a45', 7),
    bush(1480, 905, 0.9, '#6d9648', 9),
    grass(700, 892, 1.2, '#8f9a4a'),
    ellipse(
      752,
      372,
      620,
      380,
      radial([
        [0, '#fff0bd', 0.5],
        [0.5, '#ffdf98', 0.16],
        [1, '#ffdf98', 0],
      ]),
    ),
    motes(w, 760, 36, '#fff3c9', 6, 0.7),
    rect(
      0,
      690,
      w,
      210,
      grad([
        [0, C.ink, 0],
        [1, C.ink, 0.2],
      ]),
    ),
  ];
};
