// Hair of the portraits, on the face and on the head, and the hats over it.

import { star } from '../girih.mjs';
import { mix, shade, tint } from '../palette.mjs';
import { circle, g, line, path, times } from '../svg.mjs';
import { across } from './clothes.mjs';

export const beard = p => {
  const c = p.hair;
  const t = p.t ?? 0;
  const lower = { stubble: 66, short: 76, full: 92, long: 124 }[p.beard];
  if (!lower) return '';
  return [
    path(
      `M-53-12C-55 22-48 ${lower - 26}-30 ${lower - 8}Q0 ${lower + 12} 30 ${lower - 8}C48 ${lower - 26} 55 22 53-12C50 12 44 20 36 25Q${20 + t} 27 ${t} 28.5Q${-20 + t} 27-36 25C-44 20-50 12-53-12Z`,
      p.beard === 'stubble' ? c : across(c, 0.16),
      { opacity: p.beard === 'stubble' ? 0.3 : 1 },
    ),
    p.beard === 'stubble'
      ? ''
      : g(
          { opacity: 0.35 },
          [-26, -13, 0, 13, 26].map(x =>
            line(
              `M${x} ${54}q${x * 0.1} ${(lower - 54) * 0.4} ${-x * 0.12} ${(lower - 54) * 0.85}`,
              shade(c, 0.4),
              1.6,
            ),
          ),
        ),
    p.beard === 'stubble'
      ? ''
      : [
          path(
            `M${-18 + t} 37.5Q${t} 33.6 ${18 + t} 37.5Q${t} 47 ${-18 + t} 37.5Z`,
            mix('#b26457', p.skin, 0.2),
          ),
          line(`M${-18 + t} 37Q${t} 43 ${18 + t} 37`, '#6b3029', 1.8),
        ],
  ];
};

export const moustache = p => {
  const t = p.t ?? 0;
  return path(
    `M${-25 + t} 36C${-20 + t} 24 ${-6 + t} 24 ${t} 28C${6 + t} 24 ${20 + t} 24 ${25 + t} 36C${14 + t} 33 ${6 + t} 35 ${t} 34.6C${-6 + t} 35 ${-14 + t} 33 ${-25 + t} 36Z`,
    shade(p.hair, 0.06),
  );
};

export const hairCut = {
  short:
    'M-57-4C-66-60-48-92-4-94C44-96 66-62 57-4C54-20 51-34 44-46C22-50 2-50-16-58C-30-46-46-40-50-24C-53-16-55-10-57-4Z',
  parted: 'M-57 0C-68-56-50-98 2-98C52-98 66-56 57 0C54-24 50-40 40-52C10-48-12-62-20-70C-26-56-48-46-52-20Z',
  thin: 'M-57 4C-64-30-60-48-50-58C-46-44-50-26-52-10ZM57 4C64-30 60-48 50-58C46-44 50-26 52-10Z',
  wavy: 'M-58 2C-70-40-60-84-30-92C-16-104 22-104 36-92C62-82 70-40 58 2C56-18 54-34 46-44C36-42 30-52 20-50C8-48 0-58-12-52C-24-48-34-52-44-42C-52-32-56-16-58 2Z',
};

export const hats = {
  topi: (c, e) => [
    path('M-58-34C-60-92-38-104 0-105C38-104 60-92 58-34C30-52-30-52-58-34Z', across(c, 0.14)),
    line('M-58-40C-30-57 30-57 58-40', e, 4, { 'stroke-dasharray': '7 5' }),
    times(5, i => star(-40 + i * 20, -72 - (2 - Math.abs(2 - i)) * 4, 7, e, { opacity: 0.75 })),
  ],
  pagri: c => [
    path('M-66-24C-84-84-50-126 2-126C56-126 82-84 66-24C34-54-34-54-66-24Z', across(c, 0.26)),
    line(
      'M-67-34C-40-76 34-90 68-46M-66-56C-30-100 40-104 66-72M-52-90C-24-116 30-118 50-102',
      shade(c, 0.32),
      3,
      { opacity: 0.55 },
    ),
    line('M-64-28C-32-56 32-56 64-28M-62-44C-30-84 36-90 66-58', tint(c, 0.4), 2.4, { opacity: 0.6 }),
  ],
  jinnah: c => [
    path(
      'M-57-30C-62-78-54-116-40-122C-10-130 24-128 46-118C58-100 60-60 57-30C30-50-30-50-57-30Z',
      across(c, 0.25),
    ),
    line('M-40-122C-26-98 20-92 46-118', shade(c, 0.45), 3),
    g(
      { opacity: 0.35 },
      times(18, i => circle(-44 + ((i * 23) % 92), -50 - ((i * 17) % 58), 3.4, tint(c, 0.3))),
    ),
  ],
};
