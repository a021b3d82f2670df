// Project: the ambulance service, an elderly patient on a stretcher being brought to the ambulance.

import { house } from '../../buildings/houses.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { grass } from '../../nature/plants.mjs';
import { birds, DAY, glow, sky } from '../../nature/sky.mjs';
import { kikar, tree } from '../../nature/trees.mjs';
import { C, shade } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, grad, line, path, poly, rect, times } from '../../svg.mjs';
import { ambulance } from '../../things/vehicles.mjs';

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
