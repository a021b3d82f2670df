// The inputs of a form: what they are called, what they say when something looks wrong.
import { grouped } from './numbers';

export const fields = {
  none: 'None yet.',
  remove: 'Remove',
  removeEntry: (entry: string, number: number) => `Remove ${entry} ${number}`,
  moveUp: (entry: string, number: number) => `Move ${entry} ${number} up`,
  moveDown: (entry: string, number: number) => `Move ${entry} ${number} down`,
  drag: (entry: string, number: number) => `Drag ${entry} ${number} to another place`,
  moved: (entry: string, place: number, count: number) => `The ${entry} is now number ${place} of ${count}.`,
  entry: (entry: string, number: number) => `${entry} ${number}`,
  /** After the visible label of an input in a list: 'URL of quick link 2'. */
  ofEntry: (entry: string, number: number) => ` of ${entry} ${number}`,
  currentPicture: (label: string) => `Current: ${label}`,
  noPicture: 'No picture yet',
  crop: (ratio: string, width: number, height: number) =>
    `Cropped to about ${ratio}, as in the frame above. At least ${width}\u00a0×\u00a0${height} pixels.`,
  whole: (width: number) => `Never cropped. At least ${width} pixels wide.`,
  round: (width: number) => `Shown in a small circle. At least ${width}\u00a0×\u00a0${width} pixels.`,
  fewPixels: (width: number, height: number) =>
    `This picture has only ${width}\u00a0×\u00a0${height} pixels and will look blurred.`,
  broken: 'This field could not be shown. What you typed elsewhere on this screen is safe.',
  brokenAgain: 'Show it again',
  editText: 'Tap to edit',
  noTimeZone: 'The one of each person’s device',

  warnIbanStart:
    'An IBAN begins with two letters and two digits, such as PK36. Please compare it with the bank’s letter.',
  warnIbanPakistan: (length: number) => `A Pakistani IBAN has 24 characters; this one has ${length}.`,
  warnIbanLength: (length: number) => `An IBAN has 15 to 34 characters; this one has ${length}.`,
  warnIbanDigits:
    'The check digits do not fit, so one character is probably wrong. Please compare it once more.',
  warnSwift: 'A SWIFT code has 8 or 11 letters and digits, such as SCBLPKKX.',
  warnRecipient: 'This is not an email address. It looks like name@example.org; each one has its own line.',
  warnPhoneEmpty: 'This line is empty; visitors would see an empty entry.',
  warnPhoneCharacters: 'This has characters that are unusual in a telephone number.',
  warnPhoneShort: 'This looks short for a telephone number.',
  warnPhoneLong: 'This looks long for one telephone number.',
  warnLength: (length: number, maxLength: number) =>
    `This is ${grouped(length)} characters long; at most ${grouped(maxLength)} can be stored.`,
  warnMapShort:
    'A short link from a phone cannot be shown as a map. Open it in a browser, then on the full map choose Share, “Embed a map”, Copy HTML, and paste that here.',
  warnMapHost: (hosts: string) =>
    `Only maps from ${hosts} can be shown. On OpenStreetMap choose Share, HTML; on Google Maps choose Share, “Embed a map”; then paste what you copied here.`,
  warnMapNoPlace:
    'This link names no place that can be shown. On the map choose Share, “Embed a map” (OpenStreetMap: Share, HTML) and paste what you copied here.',

  linkEmpty: 'Please type the address the link leads to.',
  linkSpaces: 'An address has no spaces.',
  linkScheme: 'A link leads to a web page (https://…), an email address or a telephone number.',
  linkUnclear: 'This does not look like an address. Examples: https://example.org or /donate.',
};
