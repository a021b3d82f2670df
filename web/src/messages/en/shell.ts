// What surrounds every page: header, footer, and what is said when something fails.
import { plural } from './dates';

export const shell = {
  /** The foundation, as long as staff have given it no name. */
  unnamed: 'Our Foundation',
  skip: 'Skip to content',
  /** The link around the logo. */
  home: (siteName: string) => `${siteName}: home`,
  mainMenu: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  morePages: (group: string) => `${group}: more pages`,
  menuGroups: { about: 'About Us', work: 'Our Work' },
  donateNow: 'Donate Now',
  donateShort: 'Donate',
  urdu: 'اردو: read this site in Urdu',
  urduSoon: 'Feature in Progress - Urdu language support is coming soon!',

  quickLinks: 'Quick Links',
  getInvolved: 'Get Involved',
  newsletter: 'Newsletter',
  followUs: 'Follow Us',
  copyright: (year: number, siteName: string) => `© ${year} ${siteName}. All rights reserved.`,
  areaServed: 'Faisalabad, Pakistan',

  broken: {
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Loading the page again usually helps.',
    reload: 'Load the page again',
    home: 'Go to the home page',
  },
  appLost: {
    text: 'Part of this page did not load, so its buttons and forms do not work yet.',
    reload: 'Load the page again',
  },

  unreachable: 'We could not reach our server. Please check your connection and try again.',
  somethingWrong: 'Something went wrong. Please try again.',
  busy: (seconds: number) =>
    `Our server is busy. Please try again in ${seconds > 0 ? plural(seconds, 'second', 'seconds') : 'a minute'}.`,
  openMap: 'Open the map',
};
