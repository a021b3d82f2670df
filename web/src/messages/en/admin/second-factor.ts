// The second factor: the step after the password, one's own devices and recovery codes, and where one is demanded.
import { longDate } from '../dates';
import { count } from './lists';

export const secondFactor = {
  cannotLoad: 'Failed to load your second factor',
  loadFailed: 'Your second factor could not be loaded. Please try again later.',
  cannotRemove: 'Failed to remove it',
  copied: 'Copied',

  step: {
    heading: 'Is it you?',
    text: 'Open the authenticator app on your phone and type the code that it shows for this website.',
    recoveryText: 'Type one of the recovery codes that you kept. Each can be used once.',
    device: 'Device',
    code: 'Code',
    codeForm: 'Six digits',
    recoveryCode: 'Recovery code',
    confirm: 'Continue',
    useRecovery: 'I do not have my phone: use a recovery code',
    useApp: 'Use the code of the app',
  },
  demanded: {
    heading: 'Set up a second factor',
    text: 'The owners of this website need a second factor: a code from an app on the phone, besides the password. It takes two minutes.',
  },
  needed: {
    bankDetails:
      'The bank details can only be changed with a second factor, and you have not set one up yet.',
    switches: 'Before you can demand a second factor of others, you need your own.',
    setUp: 'Set up a second factor',
  },

  off: {
    heading: 'Your second factor is off',
    text: 'Your password alone opens this account. With a second factor, anyone who has your password also needs your phone.',
  },
  on: {
    heading: 'Your second factor is on',
    text: 'When you sign in, a code from one of these devices is asked for.',
  },
  add: {
    first: 'Set Up',
    another: 'Add a Device',
    before:
      'You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. All of them are free.',
    name: 'Name of the device',
    nameHelp: 'So that you know it again, as “My phone”.',
    usualName: 'My phone',
    next: 'Next',
    scan: 'Scan this picture with the app',
    again: 'An entry from an earlier try no longer works: delete it in the app.',
    picture: 'QR code for the authenticator app',
    samePhone: 'Or, if this is the phone with the app',
    openApp: 'Open the App',
    typeIn: 'Or type this key into the app:',
    copy: 'Copy Key',
    thenCode: 'The app now shows six digits, which change every half minute. Type them here:',
    finish: 'Switch On',
    added: 'The second factor is set up',
  },
  devices: {
    heading: 'Devices',
    unnamed: 'Device without a name',
    since: (day: string) => `Since ${longDate(day)}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) => `Remove “${name}”?`,
    removeText: 'Its codes open your account no more.',
    removed: 'Device removed',
    switchOff: 'Switch Off',
    switchOffQuestion: 'Switch your second factor off?',
    switchOffText: 'Your password alone opens your account then, and your recovery codes go as well.',
    switchOffDemanded:
      'Owners need a second factor here, so you will be asked to set up another one at once. Your recovery codes go as well.',
    switchedOff: 'The second factor is off',
  },
  codes: {
    heading: 'Recovery codes',
    about: 'They open your account when your phone is lost.',
    keep: 'Keep these codes where you find them without your phone, on paper for example. They are shown only now.',
    each: 'Each code can be used once, in place of the code of the app.',
    left: (remaining: number) => `${count(remaining, 'code', 'codes')} left`,
    none: 'Without codes and without your phone you cannot sign in. Please make new ones.',
    few: 'Only a few are left. Please make new ones.',
    used: (remaining: number) =>
      `That recovery code is used up. You have ${count(remaining, 'code', 'codes')} left.`,
    make: 'Make New Codes',
    newQuestion: 'Make new recovery codes?',
    newText: 'The codes that you kept are worth nothing then.',
    cannotMake: 'Failed to make new codes',
    download: 'Download',
    copy: 'Copy',
    print: 'Print',
    kept: 'I Have Kept Them',
    file: 'recovery-codes.txt',
    fileHeading: (site: string) => `Recovery codes for ${site}`,
  },
  refused: {
    wrongCode:
      'This code is not right. A code of the app is good for half a minute, and each code only once.',
    tooLate: 'That took too long. Please type the newest code.',
    nameTaken: 'You have a device of this name already. Please choose another name.',
    tooMany: 'You have ten devices already. Please remove one first.',
    signInAgain: 'You signed in more than a day ago, so this needs your password.',
    otherServer:
      'This device was set up before the website moved to another server. Please use a recovery code, or ask the person who runs the server.',
  },
};
