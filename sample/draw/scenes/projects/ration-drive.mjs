// Project: the ration drive, parcels handed to families from a lorry.

import { house } from '../../buildings/houses.mjs';
import { girih, star } from '../../girih.mjs';
import { ground, plain } from '../../nature/land.mjs';
import { grass } from '../../nature/plants.mjs';
import { DAY, glow, sky } from '../../nature/sky.mjs';
import { poplar } from '../../nature/trees.mjs';
import { C } from '../../palette.mjs';
import { people } from '../../people/groups.mjs';
import { cast } from '../../people/looks.mjs';
import { circle, ellipse, grad, line, rect, times } from '../../svg.mjs';
import { table } from '../../things/furniture.mjs';
import { box, grocery, sack } from '../../things/provisions.mjs';

export const rationDrive = (w, h) => {
  const day = DAY.morning;
  return [
    sky(w, 380, day, { sunX: 0.2, sunY: 0.4, sunR: 40 }),
    plain(w, 320, 426, day, { seed: 7, villageX: 0.05 }),
    house(-60, 440, 250, 180, { fill: '#d9a871', doorC: C.teal }),
    ground(w, 420, h, day.earth, 12),
    poplar(250, 436, 0.9),
    poplar(290, 436, 1.05),
    // the lorry
    ellipse(930, 560, 330, 24, C.ink, { opacity: 0.22 }),
    rect(
      720,
      250,
      470,
      260,
      grad([
        [0, '#1a8262'],
        [1, '#0b5840'],
      ]),
    ),
    rect(720, 250, 470, 260, girih('#f0c46a', { size: 62, width: 2, opacity: 0.5 })),
    rect(706, 236, 496, 20, C.marigold),
    rect(706, 500, 500, 22, C.maroon),
    rect(752, 286, 320, 214, '#3a2a1e'),
    times(3, i =>
      times(4, j =>
        box(764 + j * 76, 500 - i * 66, 68, 56, j % 2 ? '#cf9c62' : '#dcb07a', { mark: (i + j) % 2 === 0 }),
      ),
    ),
    times(9, i => star(732 + i * 56, 246, 7, i % 2 ? C.maroon : C.cream)),
    circle(800, 530, 44, '#242b29'),
    circle(800, 530, 24, '#c9cdc2'),
    circle(1110, 530, 44, '#242b29'),
    circle(1110, 530, 24, '#c9cdc2'),
    people([
      [
        cast.volunteer2,
        {
          x: 880,
          y: 500,
          s: 1.18,
          f: -1,
          hands: 'give',
          lean: 8,
          noShadow: true,
          heldOver: true,
          hold: ([x, y]) => box(x - 6, y + 22, 46, 38),
        },
      ],
    ]),
    times(5, i => sack(1010 + (i % 3) * 70 - (i > 2 ? -34 : 0), i > 2 ? 604 : 664, 1)),
    people([
      [cast.ladyVolunteer, { x: 620, y: 660, s: 1.55, f: -1, near: [50, 34], far: [54, 28], noShadow: true }],
    ]),
    table(470, 700, 300, 96, { cloth: C.emerald }),
    times(5, i => grocery(500 + i * 34, 592, i, 1.15)),
    box(690, 592, 70, 54),
    people(
      [
        [
          cast.mother3,
          {
            x: 330,
            y: 690,
            s: 1.5,
            f: 1,
            near: [48, 30],
            far: [54, 26],
            heldOver: true,
            mood: 'smile',
            hold: ([x, y]) => sack(x + 16, y + 30, 0.62),
          },
        ],
        [cast.boy2, { x: 262, y: 712, s: 1.0, f: 1, near: [-20, 60], far: [34, 10], mood: 'laugh' }],
        [
          cast.elder,
          {
            x: 160,
            y: 700,
            s: 1.5,
            f: 1,
            near: [30, 46],
            far: [26, 60],
            hold: ([x, y]) => line(`M${x + 4} ${y - 6}L${x + 10} ${y + 84}`, '#6b4427', 4.5),
          },
        ],
        [cast.grandma, { x: 70, y: 706, s: 1.46, f: 1, hands: 'chest' }],
        [
          cast.volunteer,
          {
            x: 890,
            y: 742,
            s: 1.62,
            f: -1,
            pose: 'walk',
            near: [18, 52],
            far: [30, 50],
            heldOver: true,
            hold: ([x, y]) => box(x - 26, y + 6, 64, 44),
          },
        ],
      ],
      { dx: 1.8, o: 0.28, c: '#4a3018' },
    ),
    grass(1150, 780, 1.3, '#8fa25a'),
    grass(30, 784, 1.2, '#8fa25a'),
    glow(w, h, '#ffe3a6', { x: 0.2, o: 0.36 }),
  ];
};
