// Who did what and when, in whole sentences: the screen, the dashboard's feed and the exported file.
import { longDate } from '../dates';
import { count, grouped } from './lists';

/** An e-mail address stays as it is. */
const capital = (text: string) => (text.includes('@') ? text : text.charAt(0).toUpperCase() + text.slice(1));

export const activity = {
  part: 'Accounts',
  heading: 'Latest activity',
  all: 'All activity',
  failed: 'The activity could not be loaded.',
  empty: 'Nothing has happened yet since this website keeps a history.',
  noneFound: 'Nothing was found for this choice.',
  more: 'Show older activity',
  entries: 'Activity, newest first',

  filters: 'Show only',
  person: 'Person',
  everyone: 'Everyone',
  youAs: (email: string) => `You (${email})`,
  partLabel: 'Part of the website',
  everything: 'Everything',
  clear: 'Show everything',

  today: 'Today',
  yesterday: 'Yesterday',
  day: (day: string) => longDate(day),

  /** The server names devices in English: a browser and what it runs on, a client library, or no more than a program. */
  device: (browser: string, system: string) => `${browser} on ${system}`,
  client: (name: string) => name,
  program: 'a program',
  besideTime: (device: string) => `· ${device}`,

  open: (what: string) => `Open ${what}`,
  openDeleted: (what: string) => `Recently deleted ${what}`,
  showEach: (changes: number) => `Show all ${grouped(changes)}`,
  hideEach: 'Show less',
  /** One of several, under an entry that says who and what. */
  single: {
    insert: 'Added',
    update: (fields: readonly string[]) => (fields.length > 0 ? `Changed: ${list(fields)}` : 'Changed'),
    moved: 'Moved to another place in the list',
    delete: 'Deleted',
  },

  roles: { owner: 'owner', editor: 'editor' } as Record<string, string>,
  /** Documents as sentences name them, by their page key. */
  documents: {
    homepage: 'the homepage',
    about: 'the About page',
    donation_details: 'the bank details',
    contact: 'the contact details',
    footer: 'the footer',
    newsletter_section: 'the newsletter section',
    testimonials_section: 'the words of the Testimonials page',
    general_settings: 'the website settings',
    features: 'the features',
  } as Record<string, string>,
  document: (key: string) => `the page content ${key}`,
  item: (one: string, title: string) => `the ${one} “${title}”`,
  untitled: (one: string) => `the ${one} without a title`,
  row: (table: string) => `an entry of ${table}`,

  added: (who: string, what: string) => `${capital(who)} added ${what}`,
  changed: (who: string, what: string, fields: readonly string[]) =>
    fields.length > 0
      ? `${capital(who)} changed ${what}: ${list(fields)}`
      : `${capital(who)} changed ${what}`,
  moved: (who: string, what: string) => `${capital(who)} moved ${what} to another place in the list`,
  deleted: (who: string, what: string) => `${capital(who)} deleted ${what}`,
  addedAndDeleted: (who: string, what: string) => `${capital(who)} added ${what} and deleted it again`,
  /** Of one kind at once, more than are kept one by one. */
  many: {
    insert: (who: string, total: number, what: string) => `${capital(who)} added ${grouped(total)} ${what}`,
    update: (who: string, total: number, what: string) => `${capital(who)} changed ${grouped(total)} ${what}`,
    delete: (who: string, total: number, what: string) => `${capital(who)} deleted ${grouped(total)} ${what}`,
  },
  manyDocuments: 'page contents',
  manyAccounts: 'accounts',

  signedIn: (who: string, times: number) =>
    `${capital(who)} signed in${times > 1 ? ` ${count(times, 'time', 'times')}` : ''}`,
  signedOut: {
    local: (who: string) => `${capital(who)} signed out`,
    global: (who: string) => `${capital(who)} signed out everywhere`,
    others: (who: string) => `${capital(who)} signed out on all other devices`,
  },
  signedOutDevice: (who: string, device: string) =>
    `${capital(who)} signed out on another device${device && ` (${device})`}`,
  signedOutOther: (who: string, email: string) => `${capital(who)} signed ${email} out everywhere`,
  setUp: (who: string) => `${capital(who)} set up this website by the link of the first start`,
  signedUp: (who: string) => `${capital(who)} signed up`,
  madeAccount: (who: string, email: string, role: string) =>
    `${capital(who)} made the account ${email}${role && ` (${role})`}`,
  removedAccount: (who: string, email: string) => `${capital(who)} removed the account ${email}`,
  removedOwn: (who: string) => `${capital(who)} removed their own account`,
  account: (email: string) => `the account ${email}`,
  ownAccount: 'their own account',
  yourAccount: 'your account',
  accountFields: {
    email: 'e-mail address',
    role: 'role',
    name: 'name',
    password: 'password',
    details: 'other details',
    second_factor_added: 'a second factor was added',
    second_factor_removed: 'a second factor was removed',
    recovery_codes_made: 'new recovery codes were made',
    recovery_codes_removed: 'the recovery codes were removed',
    recovery_code_used: 'a recovery code was used',
    set_up: 'the website was set up',
  } as Record<string, string>,
  fromTo: (label: string, from: string, to: string) => `${label} from ${from} to ${to}`,

  file: 'activity.csv',
  cannotExport: 'Failed to export the activity',
  columns: {
    time: 'Time',
    person: 'Person',
    deed: 'What was done',
    part: 'Part of the website',
    device: 'Device',
  },
};

/** So many are named; more would say no more. */
const named = 4;

function list(fields: readonly string[]): string {
  const rest = fields.length - named;
  return rest > 0 ? `${fields.slice(0, named).join(', ')} and ${rest} more` : fields.join(', ');
}
