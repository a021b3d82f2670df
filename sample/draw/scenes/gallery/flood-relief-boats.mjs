// Gallery: volunteers bring a family to safety across flood water.

import { house } from '../../buildings/houses.mjs';
import { treeline, water } from '../../nature/land.mjs';
import { cloud, DAY, glow, sky } from '../../nature/sky.mjs';
import { poplar, tree } from '../../nature/trees.mjs';
import { C, mix } from '../../palette.mjs';
import { baby, people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { ellipse, line, rect, times } from '../../svg.mjs';
import { sack } from '../../things/provisions.mjs';
import { boat } from '../../things/vehicles.mjs';

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
