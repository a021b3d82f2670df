// Looks: how a man, a woman, a boy or a girl is dressed, and the cast that the pictures share.

import { C, SKIN, tint } from '../palette.mjs';

const man = (kameez, more = {}) => ({
  kind: 'man',
  kameez,
  shalwar: tint(kameez, 0.16),
  hair: '#231a17',
  skin: SKIN[1],
  ...more,
});

const woman = (kameez, dupatta, more = {}) => ({
  kind: 'woman',
  kameez,
  dupatta,
  shalwar: tint(dupatta ?? kameez, 0.25),
  hair: '#221614',
  skin: SKIN[0],
  trim: tint(dupatta ?? C.marigold, 0.2),
  ...more,
});

const boy = (kameez, more = {}) => ({ ...man(kameez), kind: 'boy', headScale: 1.3, skin: SKIN[0], ...more });
const girl = (kameez, more = {}) => ({
  ...woman(kameez, undefined),
  kind: 'girl',
  headScale: 1.3,
  shalwar: C.white,
  plaits: C.red,
  skin: SKIN[3],
  ...more,
});

export const look = { man, woman, boy, girl };

/** A cast that keeps turning up, so that the pictures belong together. */
export const cast = {
  doctor: man('#7fa6a3', { coat: C.white, hair: '#2a211e', glasses: true, skin: SKIN[3] }),
  ladyDoctor: woman('#2f8079', '#e9d9c0', { coat: C.white, hijab: true, skin: SKIN[3] }),
  nurse: woman('#e9f1ea', '#0e6b4f', { coat: '#fdfdf9', hijab: true, skin: SKIN[0], trim: C.emerald }),
  nurse2: woman('#e9f1ea', '#4d7590', { coat: '#fdfdf9', hijab: true, skin: SKIN[1], trim: C.denim }),
  volunteer: man('#f0e6d0', { vest: C.emerald, beard: 'short', badge: true }),
  volunteer2: man('#cfdcd6', { vest: C.emerald, cap: 'topi', skin: SKIN[2], badge: true }),
  ladyVolunteer: woman('#d9a066', '#0e6b4f', { vest: C.emerald, badge: true, skin: SKIN[3] }),
  elder: man('#efe7d6', {
    hair: '#e9e4da',
    beard: 'long',
    cap: 'pagri',
    capColor: '#f7f1e3',
    skin: SKIN[2],
    vest: '#8a6a4a',
    old: true,
  }),
  elder2: man('#b9c4bd', {
    hair: '#dcd6cc',
    beard: 'short',
    cap: 'topi',
    glasses: true,
    skin: SKIN[1],
    old: true,
  }),
  farmer: man('#8fa5a0', { cap: 'pagri', capColor: C.clay, beard: 'moustache', skin: SKIN[4] }),
  worker: man('#a98c63', { skin: SKIN[4], beard: 'moustache', scarf: C.maroon }),
  youth: man('#3f6b8a', { skin: SKIN[0] }),
  youth2: man('#93485a', { skin: SKIN[1], beard: 'moustache' }),
  cook: man('#e8dcc2', { apron: C.emerald, cap: 'topi', beard: 'short', skin: SKIN[2] }),
  teacher: woman('#b8563f', '#f0d7a1', { skin: SKIN[3], glasses: true }),
  mother: woman('#0f7a63', '#e8a33d', { skin: SKIN[1] }),
  mother2: woman('#7a3b58', '#d98c8c', { skin: SKIN[0] }),
  mother3: woman('#d18a32', '#8f3b3b', { skin: SKIN[2] }),
  mother4: woman('#3d6d8c', '#f2e3c4', { skin: SKIN[3] }),
  grandma: woman('#a79bb0', '#f6f1e6', { hair: '#ded9d2', skin: SKIN[2], old: true, glasses: true }),
  trainee: woman('#c85f4a', '#f3c77a', { skin: SKIN[0] }),
  trainee2: woman('#2f8079', '#f6d9cf', { skin: SKIN[3] }),
  trainee3: woman('#8a7bb0', '#e6dcf0', { skin: SKIN[1] }),
  boy: boy('#4d7f9a'),
  boy2: boy('#d59a3d', { skin: SKIN[2] }),
  boy3: boy('#6f9a5c', { cap: 'topi', skin: SKIN[1] }),
  girl: girl('#d8705c'),
  girl2: girl('#4f9f97', { plaits: C.marigold, skin: SKIN[1] }),
  girl3: girl('#e3b04b', { plaits: C.emerald, skin: SKIN[0] }),
  schoolboy: boy('#a9c4d6', { shalwar: '#a9c4d6', skin: SKIN[1] }),
  schoolboy2: boy('#a9c4d6', { shalwar: '#a9c4d6', skin: SKIN[3], cap: 'topi' }),
  schoolgirl: girl('#a9c4d6', { sash: C.white, plaits: C.white }),
  schoolgirl2: girl('#a9c4d6', { sash: C.white, plaits: C.emerald, skin: SKIN[2] }),
};
