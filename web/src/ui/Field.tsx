// A visible label over a native control. The browser's own validation does the checking and speaks the visitor's language.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useUiMessages } from '../messages/ui';
import { cn } from './cn';

const control =
  'w-full rounded-soft border border-edge bg-surface px-4 py-2.5 text-ink placeholder:text-ink-soft/80 transition-colors duration-150 hover:border-ink disabled:opacity-60';

interface FormField {
  label: string;
  required?: boolean;
}

function Row({ id, label, required, children }: FormField & { id: string; children: ReactNode }) {
  const messages = useUiMessages();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
        {!required && <span className="font-normal text-ink-soft"> {messages.optional}</span>}
      </label>
      {children}
    </div>
  );
}

export function TextField({ label, className, ...input }: ComponentProps<'input'> & FormField) {
  const id = useId();
  return (
    <Row id={id} label={label} required={input.required}>
      <input id={id} dir="auto" className={cn(control, 'min-h-12', className)} {...input} />
    </Row>
  );
}

export function TextArea({ label, className, ...input }: ComponentProps<'textarea'> & FormField) {
  const id = useId();
  return (
    <Row id={id} label={label} required={input.required}>
      <textarea id={id} dir="auto" className={cn(control, 'block', className)} {...input} />
    </Row>
  );
}

export function SelectField({
  label,
  options,
  className,
  ...input
}: ComponentProps<'select'> & FormField & { options: readonly string[] }) {
  const id = useId();
  return (
    <Row id={id} label={label} required={input.required}>
      <select id={id} className={cn(control, 'min-h-12', className)} {...input}>
        {options.map(option => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Row>
  );
}
