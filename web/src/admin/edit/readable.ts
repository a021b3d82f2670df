// A field's value in words, for people who compare two versions: rich text as text, a switch as on or off. Pure.
import { plainText } from '../../lib/rich-text';
import type { AdminMessages } from '../messages';
import type { Entry, Value } from './draft';

export function readable(value: Value, { emptyValue, on, off }: AdminMessages['forms']): string {
  if (value === null || value === '') return emptyValue;
  if (typeof value === 'boolean') return value ? on : off;
  if (typeof value === 'string') return /<\/?[a-z]/i.test(value) ? plainText(value) : value;
  return value.map(line).join('\n') || emptyValue;
}

function line(entry: Entry): string {
  return typeof entry === 'string' ? entry : Object.values(entry).join(': ');
}
