// Every picture, by file name, with its size.

import { favicon, logo } from './marks.mjs';
import { C } from './palette.mjs';
import { placeholderPerson, placeholderPicture } from './portraits/placeholders.mjs';
import { team } from './portraits/team.mjs';
import { voices } from './portraits/voices.mjs';
import { bloodCamp } from './scenes/gallery/blood-camp.mjs';
import { cookingMorning } from './scenes/gallery/cooking-morning.mjs';
import { eyeCamp } from './scenes/gallery/eye-camp.mjs';
import { floodReliefBoats } from './scenes/gallery/flood-relief-boats.mjs';
import { foundationLaying } from './scenes/gallery/foundation-laying.mjs';
import { handPumpDay } from './scenes/gallery/hand-pump-day.mjs';
import { healthAwareness } from './scenes/gallery/health-awareness.mjs';
import { mobileClinic } from './scenes/gallery/mobile-clinic.mjs';
import { nursingClass } from './scenes/gallery/nursing-class.mjs';
import { ramadanIftar } from './scenes/gallery/ramadan-iftar.mjs';
import { readingCorner } from './scenes/gallery/reading-corner.mjs';
import { schoolBags } from './scenes/gallery/school-bags.mjs';
import { sewingGraduation } from './scenes/gallery/sewing-graduation.mjs';
import { sportsDay } from './scenes/gallery/sports-day.mjs';
import { treePlanting } from './scenes/gallery/tree-planting.mjs';
import { wheelchairGift } from './scenes/gallery/wheelchair-gift.mjs';
import { winterBlankets } from './scenes/gallery/winter-blankets.mjs';
import { hero } from './scenes/hero.mjs';
import { ambulanceService } from './scenes/projects/ambulance-service.mjs';
import { dastarkhawan } from './scenes/projects/dastarkhawan.mjs';
import { freeDispensary } from './scenes/projects/free-dispensary.mjs';
import { oneRoomSchool } from './scenes/projects/one-room-school.mjs';
import { rationDrive } from './scenes/projects/ration-drive.mjs';
import { vocationalTraining } from './scenes/projects/vocational-training.mjs';
import { waterFiltration } from './scenes/projects/water-filtration.mjs';
import { storyHomeAfter, storyHomeBefore } from './scenes/stories/home.mjs';
import { storySchoolAfter, storySchoolBefore } from './scenes/stories/school.mjs';
import { storySightAfter, storySightBefore } from './scenes/stories/sight.mjs';
import { storyTailorAfter, storyTailorBefore } from './scenes/stories/tailor.mjs';
import { picture, rect } from './svg.mjs';

/** The foundation's standing projects. */
const projects = {
  ambulanceService,
  dastarkhawan,
  freeDispensary,
  oneRoomSchool,
  rationDrive,
  vocationalTraining,
  waterFiltration,
};

/** Days worth remembering. */
const gallery = {
  bloodCamp,
  cookingMorning,
  eyeCamp,
  floodReliefBoats,
  foundationLaying,
  handPumpDay,
  healthAwareness,
  mobileClinic,
  nursingClass,
  ramadanIftar,
  readingCorner,
  schoolBags,
  sewingGraduation,
  sportsDay,
  treePlanting,
  wheelchairGift,
  winterBlankets,
};

/** Four stories, each drawn twice from the same spot: before and after. */
const stories = {
  storyHomeAfter,
  storyHomeBefore,
  storySchoolAfter,
  storySchoolBefore,
  storySightAfter,
  storySightBefore,
  storyTailorAfter,
  storyTailorBefore,
};

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
