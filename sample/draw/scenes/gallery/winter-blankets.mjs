// Gallery: blankets are handed out on a foggy morning, neighbours at a small fire.

import { house } from '../../buildings/houses.mjs';
import { field, ground, treeline, village } from '../../nature/land.mjs';
import { DAY, glow, motes, sky } from '../../nature/sky.mjs';
import { C, mix } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { at, ellipse, g, grad, line, path, radial, rect } from '../../svg.mjs';
import { blanket } from '../../things/provisions.mjs';

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
