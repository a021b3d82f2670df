// Every picture, by file name, with its size.

import { favicon, logo } from './marks.mjs';
import { C } from './palette.mjs';
import { placeholderPerson, placeholderPicture, team, voices } from './portraits.mjs';
import * as gallery from './scenes/gallery.mjs';
import { hero } from './scenes/hero.mjs';
import * as projects from './scenes/projects.mjs';
import * as stories from './scenes/stories.mjs';
import { picture, rect } from './svg.mjs';

const kebab = s => s.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`);

/** Scenes are drawn on 1200 by 800; a frame [x, y, width] looks closer at the part that tells the story. */
const FRAMES = {
  'free-dispensary': [110, 90, 1060],
  dastarkhawan: [30, 44, 1130],
  'one-room-school': [54, 46, 1128],
  'ration-drive': [30, 95, 1050],
  'water-filtration': [60, 64, 1100],
  'ambulance-service': [146, 100, 1050],
  'vocational-training': [50, 60, 1110],
  'tree-planting': [90, 128, 1005],
  'winter-blankets': [110, 118, 1020],
  'hand-pump-day': [84, 100, 1046],
  'eye-camp': [40, 86, 1065],
  'flood-relief-boats': [60, 60, 1100],
  'blood-camp': [100, 66, 1100],
  'foundation-laying': [110, 112, 1030],
  'wheelchair-gift': [90, 84, 1070],
  'mobile-clinic': [64, 60, 1105],
  'reading-corner': [66, 34, 1080],
  'nursing-class': [20, 44, 1130],
  'health-awareness': [50, 56, 1110],
  'school-bags': [30, 56, 1115],
  'story-home-before': [110, 100, 1045],
  'story-home-after': [110, 100, 1045],
  'story-school-before': [70, 60, 1110],
  'story-school-after': [70, 60, 1110],
  'story-sight-before': [188, 126, 1010],
  'story-sight-after': [188, 126, 1010],
  'story-tailor-before': [84, 86, 1066],
  'story-tailor-after': [84, 86, 1066],
};

const scene = (name, draw) => ({
  name,
  width: 1600,
  height: 1067,
  quality: 78,
  svg: () => picture(1200, 800, (w, h) => [rect(0, 0, w, h, C.sand), draw(w, h)], FRAMES[name]),
});
const bust = (name, draw) => ({
  name,
  width: 800,
  height: 800,
  quality: 78,
  svg: () => picture(400, 400, draw),
});
const each = (group, make) => Object.entries(group).map(([name, draw]) => make(kebab(name), draw));

export const pictures = [
  { name: 'hero', width: 2000, height: 1125, quality: 78, svg: () => picture(1600, 900, hero) },
  ...each(projects, scene),
  ...each(gallery, scene),
  ...each(stories, scene),
  ...each(team, (name, draw) => bust(`team-${name}`, draw)),
  ...each(voices, bust),
  bust('placeholder-person', placeholderPerson),
  scene('placeholder-picture', placeholderPicture),
  { name: 'logo', svg: () => picture(64, 64, logo) },
  { name: 'favicon', svg: () => picture(64, 64, favicon) },
];
