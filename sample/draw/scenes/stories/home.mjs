// Story: a house after the flood, then rebuilt on a raised plinth.

import { house } from '../../buildings/houses.mjs';
import { windowFrame } from '../../buildings/openings.mjs';
import { star } from '../../girih.mjs';
import { field, ground, treeline, village } from '../../nature/land.mjs';
import { bush, grass, wheat } from '../../nature/plants.mjs';
import { birds, cloud, DAY, glow, motes, sky } from '../../nature/sky.mjs';
import { poplar, tree } from '../../nature/trees.mjs';
import { C, mix } from '../../palette.mjs';
import { baby, people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, grad, line, path, rect, times } from '../../svg.mjs';
import { charpai } from '../../things/furniture.mjs';
import { pot } from '../../things/garden.mjs';
import { matka } from '../../things/water.mjs';
import { dull, worn } from './hardship.mjs';

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
