// Chooses a time zone by its region and place, from those that the browser knows.
import type { ComponentProps } from 'react';
import { deviceZone } from '../shell/moments';
import { control } from './FormField';

interface Props extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: string;
  /** What no zone means; without it one has to be chosen. */
  none?: string;
  onZone(zone: string): void;
}

export function TimeZoneSelect({ value, none, onZone, ...rest }: Props) {
  return (
    <select
      dir="auto"
      className={control}
      {...rest}
      value={value}
      onChange={event => onZone(event.target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {byRegion([...zones(), value].filter(Boolean)).map(([region, names]) => (
        <optgroup key={region} label={region}>
          {names.map(name => (
            <option key={name} value={name}>
              {placeOf(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** An old browser knows at least its own. */
function zones(): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...known, deviceZone(), 'UTC'];
}

function byRegion(names: readonly string[]): [string, string[]][] {
  const regions = new Map<string, string[]>();
  for (const name of [...new Set(names)].sort()) {
    const region = name.split('/')[0] ?? name;
    regions.set(region, [...(regions.get(region) ?? []), name]);
  }
  return [...regions];
}

/** 'America/Argentina/Buenos_Aires' → 'Buenos Aires, Argentina' */
export function placeOf(name: string): string {
  const [region = '', ...place] = name.replaceAll('_', ' ').split('/');
  return place.reverse().join(', ') || region;
}
