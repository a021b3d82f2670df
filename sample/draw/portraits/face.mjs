// Faces of the portraits: outline, eyes, features and spectacles.

import { mix, shade } from '../palette.mjs';
import { circle, clip, ellipse, g, line, path, radial, rect } from '../svg.mjs';

export const face = jaw =>
  `M-53-22C-56-80 56-80 53-22C53 8 ${jaw + 14} 36 ${jaw} 54C${jaw - 14} 72 ${-jaw + 14} 72 ${-jaw} 54C${-jaw - 14} 36-53 8-53-22Z`;

const eye = (x, p) => {
  const open = p.eyes ?? 1;
  const ink = shade(p.skin, 0.76);
  const h = 7.4 * open;
  return [
    path(`M${x - 12}-6Q${x}${-6 - h - 3} ${x + 12}-6Q${x} ${-6 + h} ${x - 12}-6Z`, '#fdf6ea'),
    clip(path(`M${x - 12}-6Q${x}${-6 - h - 3} ${x + 12}-6Q${x} ${-6 + h} ${x - 12}-6Z`, '#fff'), [
      circle(x + (p.t ?? 0) * 0.3, -7, 6.2, '#4a2c1c'),
      circle(x + (p.t ?? 0) * 0.3, -7, 3.2, '#1d120d'),
      circle(x + (p.t ?? 0) * 0.3 + 2.2, -9.4, 1.7, '#fff8ea'),
    ]),
    line(`M${x - 13}-5Q${x}${-6 - h - 4.4} ${x + 13}-5.6`, ink, p.woman ? 3.2 : 2.6),
    line(`M${x - 10}-17Q${x}-21 ${x + 10}-16.4`, shade(p.skin, 0.2), 1.2, { opacity: 0.7 }),
    p.old ? line(`M${x - 10} 5Q${x} 9 ${x + 9} 4`, shade(p.skin, 0.26), 1.3, { opacity: 0.8 }) : '',
  ];
};

export const features = p => {
  const t = p.t ?? 0;
  const brow = p.old ? mix(p.hair, '#8d857a', 0.3) : shade(p.hair, 0.1);
  const bw = p.woman ? 4 : 5.6;
  const lip = p.woman ? '#b0524a' : mix('#a2564a', p.skin, 0.35);
  const deep = shade(p.skin, 0.3);
  const blush = radial([
    [0, '#dc6a4e', p.woman ? 0.42 : 0.26],
    [1, '#dc6a4e', 0],
  ]);
  return [
    ellipse(-31 + t * 0.6, 18, 18, 14, blush),
    ellipse(31 + t * 1.1, 18, 17, 14, blush),
    eye(-22 + t, p),
    eye(22 + t, p),
    line(`M${-36 + t}-25Q${-23 + t}-33 ${-10 + t}-26`, brow, bw),
    line(`M${10 + t}-26Q${23 + t}-33 ${36 + t}-25`, brow, bw),
    path(
      `M${-3 + t}-12C${-1 + t} 2 ${-7 + t * 1.5} 12 ${-10 + t * 1.6} 17C${-6 + t * 1.6} 23 ${8 + t * 1.6} 23 ${11 + t * 1.6} 17C${9 + t * 1.5} 12 ${7 + t * 1.4} 8 ${5 + t}-8Z`,
      shade(p.skin, 0.05),
    ),
    line(
      `M${-10 + t * 1.6} 16.5Q${-7 + t * 1.6} 22 ${-2 + t * 1.6} 20.4Q${1 + t * 1.6} 23 ${5 + t * 1.6} 20.4Q${9 + t * 1.6} 22 ${11 + t * 1.6} 16.5`,
      deep,
      2,
    ),
    line(`M${5 + t}-9C${6 + t} 0 ${8 + t * 1.4} 8 ${10 + t * 1.6} 14`, deep, 1.4, { opacity: 0.55 }),
    p.smile === 'wide'
      ? [
          path(
            `M${-20 + t} 36Q${t} 40 ${20 + t} 36Q${14 + t} 52 ${t} 52Q${-14 + t} 52 ${-20 + t} 36Z`,
            '#7b2d28',
          ),
          path(
            `M${-17 + t} 37Q${t} 41 ${17 + t} 37Q${14 + t} 44 ${t} 44.6Q${-14 + t} 44 ${-17 + t} 37Z`,
            '#fffaf0',
          ),
          line(`M${-21 + t} 35.6Q${t} 40 ${21 + t} 35.6`, shade(lip, 0.15), 2.2),
        ]
      : [
          path(
            `M${-17 + t} 38Q${-6 + t} 33.6 ${t} 36Q${6 + t} 33.6 ${17 + t} 38Q${8 + t} 46.6 ${t} 46.6Q${-8 + t} 46.6 ${-17 + t} 38Z`,
            lip,
          ),
          line(`M${-20 + t} 36.6Q${t} 44 ${20 + t} 36.6`, shade(lip, 0.4), 1.8),
        ],
    line(`M${-29 + t} 26Q${-26 + t} 34 ${-28 + t} 41M${29 + t} 26Q${26 + t} 34 ${28 + t} 41`, deep, 1.6, {
      opacity: p.old ? 0.75 : p.woman ? 0 : 0.22,
    }),
    p.old
      ? line(
          `M${-22 + t}-44Q${t}-48 ${22 + t}-44M${-17 + t}-52Q${t}-55 ${17 + t}-52`,
          shade(p.skin, 0.22),
          1.4,
          { opacity: 0.6 },
        )
      : '',
  ];
};

export const spectacles = (p, c = '#2b2522') => {
  const t = p.t ?? 0;
  return g({ fill: '#ffffff', 'fill-opacity': 0.12, stroke: c, 'stroke-width': 3 }, [
    rect(-39 + t, -20, 32, 27, undefined, { rx: 12 }),
    rect(7 + t, -20, 32, 27, undefined, { rx: 12 }),
    line(`M${-7 + t}-10Q${t}-14 ${7 + t}-10M${-39 + t}-10L-53-13M${39 + t}-10L53-13`, c, 3),
  ]);
};
