// Gallery: an elder lays the first brick of the new complex.

import { bricks } from '../../buildings/houses.mjs';
import { shamiana } from '../../buildings/shelters.mjs';
import { star } from '../../girih.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { birds, DAY, glow, sky } from '../../nature/sky.mjs';
import { C, shade } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { g, grad, line, path, rect, times } from '../../svg.mjs';
import { flowers, garland } from '../../things/celebration.mjs';
import { spade } from '../../things/garden.mjs';
import { sack } from '../../things/provisions.mjs';

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
