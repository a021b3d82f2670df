// The field for a code of six digits: the phone shows its number keys and offers the code where it knows it.
import { type Ref, useId } from 'react';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';

interface Props {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange(value: string): void;
  describedBy?: string;
}

export function CodeField({ ref, value, onChange, describedBy }: Props) {
  const { step } = useAdminMessages().secondFactor;
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {step.code}
      </label>
      <input
        id={id}
        ref={ref}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,9}"
        title={step.codeForm}
        maxLength={9}
        className={`${control} text-lg tracking-widest tabular-nums`}
        value={value}
        aria-describedby={describedBy}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}
