// Every picture, by file name, with its size.

import { C } from './palette.mjs';
import { picture, rect } from './svg.mjs';
import { favicon, logo } from './marks.mjs';
import { placeholderPerson, placeholderPicture, team, voices } from './portraits.mjs';
import { hero } from './scenes/hero.mjs';
import * as gallery from './scenes/gallery.mjs';
import * as projects from './scenes/projects.mjs';
import * as stories from './scenes/stories.mjs';

const kebab = s => s.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`);

/** Scenes are drawn on 1200 by 800; a frame [x, y, width] looks closer at the part that tells the story. */
const FRAMES = {};

const scene = (name, draw) => ({
  name,
  width: 1600,
  height: 1067,
  quality: 74,
  svg: () => picture(1200, 800, (w, h) => [rect(0, 0, w, h, C.sand), draw(w, h)], FRAMES[name]),
});
const bust = (name, draw) => ({ name, width: 800, height: 800, quality: 76, svg: () => picture(400, 400, draw) });
const each = (group, make) => Object.entries(group).map(([name, draw]) => make(kebab(name), draw));

export const pictures = [
  { name: 'hero', width: 2000, height: 1125, quality: 74, svg: () => picture(1600, 900, hero) },
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
