// A form whose entries are stored: sent once, with a proof of work, and answered by a notice.
import type { ReactNode } from 'react';
import { notify } from '../lib/notices';
import { type FormTable, insertRow } from '../lib/request';
import { type Fields, useSubmission } from '../lib/submission';
import { useMessages } from '../messages/language';
import { Button } from '../ui/Button';
import { FormNotes } from './FormNotes';
import { Honeypot } from './Honeypot';

interface Props {
  table: FormTable;
  label: string;
  submit: string;
  done: { title: string; description: string };
  /** Over the reason when it could not be stored. */
  failed: string;
  /** What is stored of what was typed. */
  row(fields: Fields): object;
  children: ReactNode;
}

export function StoredForm({ table, label, submit, done, failed, row, children }: Props) {
  const messages = useMessages();
  const { busy, onSubmit, appeared } = useSubmission({
    table,
    async send(fields, form) {
      const failure = await insertRow(table, row(fields), messages);
      if (!failure) form.reset();
      notify(failure ? { title: failed, description: failure.message, destructive: true } : done);
    },
  });
  return (
    <form
      ref={appeared}
      method="dialog"
      onSubmit={onSubmit}
      className="relative space-y-5"
      aria-label={label}
    >
      {children}
      <Honeypot />
      <FormNotes />
      <Button variant="primary" type="submit" busy={busy} className="needs-script w-full sm:w-auto">
        {submit}
      </Button>
    </form>
  );
}
