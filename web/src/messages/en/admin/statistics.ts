// How often the website is seen and its forms are sent: the screen and the exported file.
import { longDate } from '../dates';
import { grouped } from './lists';

const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '2026-11-16' → '16 Nov' */
const shortDay = (day: string) => `${Number(day.slice(8))} ${shortMonths[Number(day.slice(5, 7)) - 1]}`;

const days = (number: number) => (number === 365 ? 'year' : `${number} days`);

export const statistics = {
  failed: 'The statistics could not be loaded.',
  notCounted: 'This server does not count how often pages are seen.',
  empty:
    'Nothing has been counted yet. As soon as somebody opens a page or sends a form, it is here within two minutes.',

  period: 'Period',
  periods: (number: number) => (number === 365 ? 'A year' : days(number)),

  measures: {
    views: 'Views',
    link_previews: 'Shared links',
    volunteers: 'Volunteers',
    subscribers: 'Subscribers',
    messages: 'Messages',
  },
  choose: 'What the chart shows',
  number: (value: number) => grouped(value),
  /** Beside a number: how it was in as many days before. */
  change: (percent: number) => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${grouped(Math.abs(percent))}%`,
  from: (before: number) => `from ${grouped(before)}`,
  noneBefore: 'none before',
  compared: (number: number) => `Compared with the ${days(number)} before.`,
  countedSince: (day: string) => `Views are counted since ${longDate(day)}.`,

  by: {
    day: (measure: string) => `${measure} by day`,
    week: (measure: string) => `${measure} by week`,
    month: (measure: string) => `${measure} by month`,
  },
  day: (day: string) => longDate(day),
  shortDay,
  month: (day: string) => `${shortMonths[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
  span: (first: string, last: string) =>
    first === last ? longDate(first) : `${shortDay(first)} to ${longDate(last)}`,
  bar: (when: string, value: number) => `${when}: ${grouped(value)}`,
  highest: (title: string, when: string, value: number) => `${title}. Highest: ${grouped(value)}, ${when}.`,
  nothing: (title: string) => `${title}. Nothing in this time.`,
  soFar: 'The last bar is not over yet.',
  asTable: 'The same as a table',
  time: 'Time',
  dayColumn: 'Day',

  pages: 'Pages',
  page: 'Page',
  pageOf: (name: string, number: number) => `${name}, page ${grouped(number)}`,
  other: 'Other pages',
  noPages: 'No page was seen in this time.',
  showAll: (total: number) => `Show all ${grouped(total)} pages`,

  days: 'Days',
  file: 'statistics.csv',
  cannotExport: 'The statistics could not be exported',

  about: {
    heading: 'What is counted',
    lines: [
      'A view is one page, opened once. Ten views can be ten people, or one who looked ten times: the website does not know who is who. It sets no cookie for this and keeps no address, only numbers.',
      'Not counted: search engines and other programs that say so, pages that a browser fetches ahead, previews in this staff area. Your own visits to the website are counted.',
      'Shared links: how often an app such as WhatsApp or Facebook fetched a page to draw the preview of its link, which it does when somebody shares it. It shows what is passed on, not how often exactly.',
      'Volunteers, subscribers and messages are those that are in the lists now. What you delete there is gone here too.',
      'A day begins at midnight in Pakistan. Numbers are up to a minute old, and if the server is cut off without warning, that minute is lost. Days are kept for two years.',
      'Somebody who wants to can make these numbers larger by asking for pages again and again. They are good to see what is liked, and no proof.',
    ],
  },
};
