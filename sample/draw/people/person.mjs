// One figure, 200 units tall, standing on its origin and facing right; `f: -1` mirrors it.
// Hands are placed relative to the middle of the shoulders (x forward, y down); elbows follow by themselves.

import { C, shade, tint } from '../palette.mjs';
import { at, circle, g, line, path, rect, turn } from '../svg.mjs';
import { cloth, foldLines } from './cloth.mjs';
import { head } from './head.mjs';
import { legs } from './legs.mjs';
import { hand, joint, limb } from './limbs.mjs';

const BODY = {
  man: {
    near: [-16.5, 8],
    far: [16, 8],
    top: 'M-8-3C-16-2-22 1-25 8C-25 26-23 44-23 70H23C23 44 25 26 25 8C22 1 16-2 8-3Q0 4-8-3Z',
  },
  woman: {
    near: [-13.5, 8],
    far: [13.5, 8],
    top: 'M-7-3C-14-2-19 1-21.5 8C-21 22-18 34-18.5 44C-19.5 54-21 62-22 70H22C21 62 19.5 54 18.5 44C18 34 21 22 21.5 8C19 1 14-2 7-3Q0 4-7-3Z',
  },
};
BODY.boy = BODY.man;
BODY.girl = BODY.woman;

const PRESET = {
  down: { near: [-23, 67], far: [22, 67] },
  hold: { near: [24, 40], far: [30, 38] },
  low: { near: [20, 56], far: [26, 54] },
  lap: { near: [26, 60], far: [34, 58] },
  give: { near: [46, 26], far: [50, 24] },
  back: { near: [-20, 56], far: [10, 50] },
  chest: { near: [8, 24], far: [10, 22] },
  pray: { near: [22, 12], far: [27, 11] },
};

/**
 * One figure. Options: x, y (ground), s (size), f (1 right, -1 left), pose (stand, walk, run, chair, floor, kneel),
 * lean (degrees forward), near/far (hand places), hands (a preset), nod (head turn in degrees), mood, back,
 * hold (draws what is carried, given the hands), heldOver (it is in front of them).
 */
export const person = (l, o = {}) => {
  const {
    x = 0,
    y = 0,
    s = 1,
    f = 1,
    pose = 'stand',
    lean = 0,
    hands = 'down',
    nod = 0,
    mood,
    back = false,
  } = o;
  const shape = BODY[l.kind];
  const base = legs(l, pose, f);
  const hs = l.headScale ?? 1;
  // Seen from behind, hands at work are hidden by the body and only the elbows show.
  const hidden = ([, hy]) => back && hy > 0 && hy <= 58;
  const wanted = { near: o.near ?? PRESET[hands].near, far: o.far ?? PRESET[hands].far };
  const nearHand = hidden(wanted.near) ? [-9, 46] : wanted.near;
  const farHand = hidden(wanted.far) ? [9, 46] : wanted.far;
  const sleeve = l.coat ?? l.kameez;
  const arm = (shoulder, target, dark, bend = o.bend ?? 1) => {
    // a hanging arm is drawn as long as it hangs, so that nobody seems to stand with hands on hips
    const drop = Math.hypot(target[0] - shoulder[0], target[1] - shoulder[1]);
    const hangs = target[1] > 50 && target[0] < 28 && drop < 60;
    const reach = hangs ? (drop + 1.4) / 60 : 1;
    const { mid, end } = joint(shoulder, target, 31 * reach, 29 * reach, bend);
    const c = dark ? shade(sleeve, 0.12) : sleeve;
    const cut = [end[0] - (end[0] - mid[0]) * 0.16, end[1] - (end[1] - mid[1]) * 0.16];
    const bare = l.short ? [mid, cut] : null;
    return {
      end,
      svg: [
        bare ? limb([mid, cut], [5.5, 4.4], l.skin) : '',
        hand(end, mid, dark ? shade(l.skin, 0.06) : l.skin),
        limb(bare ? [shoulder, mid] : [shoulder, mid, cut], bare ? [8.4, 7.6] : [8.2, 7.4, 5.6], c),
        l.trim && !bare ? circle(cut[0], cut[1], 5.2, l.trim) : '',
        l.trim && !bare
          ? circle(cut[0] - (cut[0] - mid[0]) * 0.1, cut[1] - (cut[1] - mid[1]) * 0.1, 5.5, c)
          : '',
      ],
    };
  };
  const near = arm(shape.near, nearHand, false);
  const far = arm(shape.far, farHand, true, hidden(wanted.far) ? -1 : undefined);
  const held = o.hold ? turn(-lean, near.end[0], near.end[1], o.hold(near.end, far.end)) : '';
  const outerC = l.coat ?? l.kameez;
  const d = l.dupatta;
  const dc = d && cloth(d, f);
  const front = back
    ? ''
    : [
        l.coat
          ? [
              path('M-6-3L2 28L10-3Q2 5-6-3Z', l.kameez),
              line('M2 28L3 74M-7-2L2 28L11-2', shade(l.coat, 0.3), 1, { opacity: 0.7 }),
              rect(9, 40, 11, 10, 'none', { stroke: shade(l.coat, 0.25), 'stroke-width': 0.8, rx: 1.5 }),
              l.kind === 'man' && !l.noScope
                ? line('M-4 0C-7 14-2 22 3 22C8 22 12 14 9 0', '#3d4b49', 1.8)
                : '',
              l.kind === 'man' && !l.noScope ? circle(3, 23.4, 2.8, '#8fa09c') : '',
            ]
          : [
              l.kind === 'man' || l.kind === 'boy'
                ? line('M2 3V34', shade(l.kameez, 0.3), 1, { opacity: 0.6 })
                : path('M-5 1Q2 16 9 1', 'none', {
                    stroke: l.trim ?? tint(l.kameez, 0.4),
                    'stroke-width': 2.4,
                  }),
              l.kind === 'man' || l.kind === 'boy'
                ? [8, 17, 26].map(v => circle(2, v, 0.9, shade(l.kameez, 0.45)))
                : '',
              l.kind === 'man' ? path('M-8-3Q2 8 10-3L8-6Q2 2-6-6Z', tint(l.kameez, 0.25)) : '',
            ],
        l.vest
          ? [
              path('M-9-3C-16-2-20 2-22.5 8C-22 30-21 44-21.5 58L-2 60L1 18Z', cloth(l.vest, f)),
              path('M10-3C16-2 20 2 22.5 8C22 30 21 44 21.5 58L6 60L3 18Z', shade(l.vest, 0.16)),
              l.badge ? circle(-12, 20, 3.6, C.marigold) : '',
            ]
          : '',
        l.apron ? path('M-13 8L15 8L17 32L24 74L30 98Q0 106-26 98L-21 74L-17 32Z', cloth(l.apron, f)) : '',
        l.sash ? path('M-14-1L-6-3L18 40L20 56L10 50Z', l.sash) : '',
        l.scarf
          ? [
              path('M-12-4Q2 8 14-4L17 3Q3 18-15 4Z', l.scarf),
              path('M-11 4L-3 8L-5 42L-14 40Z', shade(l.scarf, 0.1)),
            ]
          : '',
        d && !l.coat
          ? [
              path('M-20 3C-12-8 12-10 20 1C20 14 10 26 1 27C-9 27-19 16-20 3Z', dc),
              line('M-17 7C-8 18 8 18 17 6M-12 12C-4 22 6 22 12 14', shade(d, 0.3), 0.9, { opacity: 0.5 }),
            ]
          : '',
      ];
  const backDrape =
    d && !l.coat && !back
      ? path('M-10-2C-24 6-31 40-30 78Q-23 84-15 78C-18 50-14 20-4 4Z', shade(d, 0.16))
      : '';
  const torso = [
    path(shape.top, cloth(outerC, f, l.coat ? 0.12 : 0.2)),
    foldLines('M-20 30C-12 38-6 42 0 44M18 40C12 48 8 52 2 54', outerC, 0.22),
    front,
    back && d ? path('M-21 2C-12-8 12-8 21 2C24 26 20 52 14 66C4 72-8 70-14 64C-21 50-24 26-21 2Z', dc) : '',
    back && l.vest
      ? path(
          'M-9-3C-16-2-20 2-22.5 8C-22 30-21 44-21.5 60H21.5C21 44 22 30 22.5 8C20 2 16-2 9-3Z',
          cloth(l.vest, f),
        )
      : '',
    back && l.bag
      ? [
          rect(-17, 8, 34, 42, l.bag, { rx: 8 }),
          rect(-12, 26, 24, 18, shade(l.bag, 0.15), { rx: 4 }),
          line('M-12 8V0M12 8V0', shade(l.bag, 0.3), 3),
        ]
      : '',
  ];
  const headSvg = at(
    2.5 + (hs - 1) * 2,
    -22.8 - (hs - 1) * 12,
    hs,
    turn(nod, 0, 18, head(l, { mood, back, patch: o.patch })),
  );
  const raised = nearHand[1] < 10;
  const tucked = hidden(wanted.near);
  const upper = g({ transform: `translate(0 ${base.hip}) rotate(${lean}) translate(0 -69)` }, [
    backDrape,
    far.svg,
    tucked ? near.svg : '',
    torso,
    raised ? headSvg : '',
    o.heldOver ? '' : held,
    tucked ? '' : near.svg,
    raised ? '' : headSvg,
    o.heldOver ? held : '',
  ]);
  return at(x, y, s * f, [base.under, base.over, upper], s);
};
