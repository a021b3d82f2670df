// Gallery: cooks stir two steaming pots early in the day.

import { bricks } from '../../buildings/houses.mjs';
import { shelf } from '../../buildings/rooms.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { tree } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, grad, line, path, rect, times } from '../../svg.mjs';
import { degh, jug, steam } from '../../things/kitchen.mjs';
import { sack } from '../../things/provisions.mjs';
import { matka } from '../../things/water.mjs';

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
