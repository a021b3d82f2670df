// The lower half of a figure in each pose: standing, walking, running, on a chair, on the floor, kneeling.

import { shade } from '../palette.mjs';
import { ellipse, line, path } from '../svg.mjs';
import { cloth, foldLines } from './cloth.mjs';
import { limb } from './limbs.mjs';

const feet = (l, a, b) => {
  const c = l.shoes ?? '#4a3124';
  const one = ([x, y]) => path(`M${x - 8} ${y}c0-7 5-9 10-7.5l7 4c3.4 1.2 4 3.5 2 3.5Z`, c);
  return [one(b), one(a)];
};

export const legs = (l, pose, f) => {
  const sh = cloth(l.shalwar, f, 0.24);
  const k = cloth(l.kameez, f);
  const wide = l.kind === 'woman' || l.kind === 'girl';
  const coat = l.coat;
  const outer = coat ? cloth(coat, f, 0.12) : k;
  const outerC = coat ?? l.kameez;
  if (pose === 'walk') {
    return {
      hip: -87,
      under: [
        feet(l, [23, 0], [-19, -3]),
        limb(
          [
            [3, 4 - 87],
            [-6, -44],
            [-18, -13],
          ],
          [13, 11.5, 6.4],
          shade(l.shalwar, 0.16),
        ),
        limb(
          [
            [-2, 4 - 87],
            [10, -44],
            [20, -12],
          ],
          [14, 12.5, 6.8],
          l.shalwar,
        ),
      ],
      over: [
        path(
          wide
            ? 'M-21-90C-24-70-31-52-35-40Q-4-31 30-42C27-58 24-72 22-90Z'
            : 'M-22-90C-24-70-27-58-29-47Q0-40 27-50C26-64 25-74 23-90Z',
          outer,
        ),
        foldLines('M-8-86C-10-70-14-58-16-44M10-86C12-70 15-58 16-46', outerC),
        l.trim && !coat ? line('M-33.6-44Q-4-35 29-46', l.trim, 4.5) : '',
      ],
    };
  }
  if (pose === 'run') {
    return {
      hip: -90,
      under: [
        path('M-60-46c-6-4-6-12-1-16l10 6l2 14Z', l.shoes ?? '#4a3124'),
        feet(l, [38, -2], [38, -2]),
        limb(
          [
            [2, -84],
            [-14, -48],
            [-46, -46],
          ],
          [13, 11.5, 6.4],
          shade(l.shalwar, 0.16),
        ),
        limb(
          [
            [0, -84],
            [26, -54],
            [35, -14],
          ],
          [14, 12.5, 6.8],
          l.shalwar,
        ),
      ],
      over: [
        path(
          wide
            ? 'M-21-93C-26-74-38-60-46-52Q-6-32 34-46C32-62 26-76 22-93Z'
            : 'M-22-93C-25-76-33-64-39-57Q-4-42 32-52C30-66 26-78 23-93Z',
          outer,
        ),
        foldLines('M-8-88C-12-74-20-62-26-54M10-88C13-74 18-62 20-50', outerC),
        l.trim && !coat ? line('M-44-56Q-6-36 33.4-50', l.trim, 4.5) : '',
      ],
    };
  }
  if (pose === 'chair') {
    return {
      hip: -54,
      under: [
        feet(l, [44, 0], [52, -3]),
        limb(
          [
            [6, -58],
            [49, -56],
            [49, -13],
          ],
          [13, 12, 7],
          shade(l.shalwar, 0.14),
        ),
        limb(
          [
            [-2, -54],
            [42, -53],
            [40, -12],
          ],
          [15, 13, 7.4],
          l.shalwar,
        ),
      ],
      over: [
        path(
          wide
            ? 'M-22-66C-27-50-26-40-22-36C0-32 26-32 38-30L56-14C62-34 60-58 48-66C36-72 20-70 20-70Z'
            : 'M-23-66C-27-50-26-42-22-38C0-34 22-38 36-36L54-40C60-52 56-64 46-67C34-71 20-70 20-70Z',
          outer,
        ),
        foldLines('M22-64C36-62 46-54 50-40M-14-44C6-38 22-42 34-40', outerC),
        l.trim && !coat ? line('M38.5-31.5L55.5-16', l.trim, 4) : '',
      ],
    };
  }
  if (pose === 'floor') {
    return {
      hip: -16,
      under: [
        path('M-50-2C-56-16-34-30-12-30H14C34-30 58-16 52-2C46 8-44 8-50-2Z', sh),
        path('M-30 2C-10-14 26-16 44-4C38 8-20 10-30 2Z', shade(l.shalwar, 0.12)),
        ellipse(-34, 1, 12, 5, l.skin),
        ellipse(36, 3, 11, 4.5, shade(l.skin, 0.1)),
        foldLines('M-44-6C-34-18-22-22-10-22M46-8C38-18 26-22 14-23', l.shalwar),
      ],
      over: [
        path(
          wide
            ? 'M-22-24C-32-14-38-6-40-2Q0 10 42-3C38-10 32-16 22-24Z'
            : 'M-23-24C-30-16-33-10-34-6Q0 2 36-8C34-12 30-18 23-24Z',
          outer,
        ),
        foldLines('M-12-20C-18-12-22-6-24-1M12-20C18-12 22-8 26-3', outerC),
        l.trim && !coat ? line('M-38-3Q0 8 40-4.5', l.trim, 3.5) : '',
      ],
    };
  }
  if (pose === 'kneel') {
    return {
      hip: -40,
      under: [
        path('M-50-2C-46-16-20-20-6-22L20-38C34-30 38-8 30-1C10 5-30 3-50-2Z', sh),
        ellipse(-48, -4, 9, 5, l.shoes ?? '#4a3124'),
        foldLines('M26-24C28-14 24-6 16-3M-30-8C-14-10 0-10 10-8', l.shalwar),
      ],
      over: [
        path('M-22-50C-32-34-40-20-43-10Q-6 6 30-6C36-18 30-36 22-50Z', outer),
        foldLines('M-10-44C-16-30-22-18-26-6M10-44C16-30 18-18 18-4', outerC),
        l.trim && !coat ? line('M-42-12Q-6 3 31-8', l.trim, 3.5) : '',
      ],
    };
  }
  return {
    hip: -88,
    under: [
      feet(l, [-8, 0], [10, -2]),
      path(
        'M-20-90L-23-34C-23-22-17-14-15-6Q-9-2-3-6C-3-16-1-30 1-42C3-30 4-16 4-7Q10-3 16-7C18-16 23-24 23-36L20-90Z',
        sh,
      ),
      foldLines('M-14-40C-13-26-11-16-9-8M12-40C13-26 12-16 10-8', l.shalwar, 0.5),
    ],
    over: [
      path(
        wide
          ? 'M-22-90C-23-74-28-56-31-42Q0-35 31-43C28-58 23-74 22-90Z'
          : 'M-23-90C-23-74-26-60-27-50Q0-44 28-51C26-62 24-74 23-90Z',
        outer,
      ),
      foldLines('M-10-86C-11-70-14-56-15-46M8-86C9-72 11-58 12-46', outerC),
      l.trim && !coat
        ? [
            line('M-30-46Q0-39 30-47', l.trim, 4.5),
            line('M-29.4-48.4Q0-41.6 29.4-49.4', shade(l.trim, 0.3), 0.8, { 'stroke-dasharray': '1.5 3' }),
          ]
        : '',
    ],
  };
};
