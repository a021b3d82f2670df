// The server names a field by its place ('content.quick_links[0].url'); people know it by its label. Pure.
import { adminMessages } from '../messages';
import type { Field } from './field';

const place = /^(?:content\.)?([a-z]\w*(?:\.\w+)*)(?:\[(\d+)\](?:\.(\w+))?)?(?= )/;

/** The message with the field it begins with called as the screen calls it; any other message as it is. */
export function inLabels(message: string, fields: readonly Field[]): string {
  const [whole = '', name, index, part] = place.exec(message) ?? [];
  const field = fields.find(one => one.name === name);
  if (!field) return message;
  const label = index === undefined ? field.label : entryLabel(field, Number(index) + 1, part);
  return label.charAt(0).toUpperCase() + label.slice(1) + message.slice(whole.length);
}

/** As each input of a list is labelled: 'URL of quick link 1', 'phone number 2'. */
function entryLabel(field: Field, number: number, part: string | undefined): string {
  if (field.kind !== 'list') return field.label;
  const { entry, ofEntry } = adminMessages().fields;
  const label = part && field.parts.find(one => one.name === part)?.label;
  return label ? label + ofEntry(field.entry, number) : entry(field.entry, number);
}

/** 'Bank name' → 'bank name', but 'IBAN' stays. */
export function inSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
