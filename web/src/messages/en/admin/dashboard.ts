// The first screen after signing in.
import { count, grouped } from './lists';

export const dashboard = {
  welcome: 'Welcome, Admin!',
  signedInAs: 'You are signed in as',
  comingSoon: 'More management features coming soon!',

  news: 'New since you last looked',
  attention: 'Worth a look',
  screens: 'What you can change',
  emptyBankFields: (labels: string) => `The bank details are incomplete: ${labels}.`,
  wrongIban: 'The IBAN does not look right. Please compare it with the bank’s letter.',
  bankFields: {
    bank_name: 'bank name',
    account_title: 'account title',
    account_number: 'account number',
    iban: 'IBAN',
    swift_code: 'SWIFT code',
    branch_address: 'branch address',
  },

  site: 'The server',
  version: (version: string) => `Umeed ${version}`,
  noPublicAddress:
    'The public address of this site is not set, so links shared from it may point to the wrong place. Ask the person who runs the server to set UMEED_PUBLIC_URL.',
  undeclaredProxy:
    'Visitors seem to arrive through a proxy that the server was not told about, so all of them share one limit. Ask the person who runs the server to declare it.',

  formsClosed:
    'The disk of the server is almost full, so the forms for visitors are closed and no picture can be uploaded. Delete entries that are not needed, and ask the person who runs the server for more room.',
  lowDisk: (megabytes: number) =>
    `Only ${count(megabytes, 'megabyte is', 'megabytes are')} free on the disk of the server. Ask the person who runs it for more room before it is full.`,
  manyEntries: (list: string, today: number, limit: number) =>
    `${list}: ${grouped(today)} came in within a day, close to the limit of ${grouped(limit)}. If many look like advertising, select and delete them.`,

  backup: {
    unavailable: 'Backup status is unavailable right now',
    last: (when: string, what: string) => `Last backup: ${when}, ${what}`,
    away: 'in S3',
    encrypted: 'encrypted',
    daysAgo: (days: number) => `That is ${count(days, 'day', 'days')} ago.`,
    restored: (when: string) => `Checked by restoring it: ${when}.`,
    leftOut: (rows: number) =>
      `A restore would leave out ${count(rows, 'entry', 'entries')} that the rules refuse today. Ask the person who runs the server; the command umeed check names them.`,
    notRestored: {
      no_key:
        'What was stored has been read back and is whole. It was not restored to check it: this server cannot decrypt it.',
      no_room:
        'What was stored has been read back and is whole. It was not restored to check it: the disk of the server has no room for that.',
    },
    failed: (when: string, why: string) => `The backup of ${when} failed: ${why}.`,
    checkFailed: (when: string, why: string) =>
      `The backup of ${when} was made, but could not be restored when it was checked: ${why}.`,
    lastGood: (when: string, size: string) =>
      `The last good one: ${when}, ${size}. Please tell the person who runs the server.`,
    noneGood: 'There is no good one yet. Please tell the person who runs the server.',
    soon: 'No backup yet. The first one is made soon.',
    notScheduled:
      'No backup yet. The person who runs this server can switch on daily backups with the setting UMEED_BACKUP_FOLDER.',
    today: 'today',
    yesterday: 'yesterday',
  },
};
