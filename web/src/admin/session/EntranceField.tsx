import type { ComponentProps } from 'react';
import { control } from '../fields/FormField';

interface Props extends ComponentProps<'input'> {
  id: string;
  label: string;
}

/** A field of the pages before the admin. */
export function EntranceField({ label, ...input }: Props) {
  return (
    <div>
      <label htmlFor={input.id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input {...input} required className={control} />
    </div>
  );
}
