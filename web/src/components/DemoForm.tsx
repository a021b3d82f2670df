// A form that thanks and sends nothing: two of the site's forms are demonstrations until mail is connected.
import type { FormEvent, ReactNode } from 'react';
import { notify } from '../lib/notices';
import { refuseBlank } from '../lib/submission';
import { useMessages } from '../messages/language';
import { Button } from '../ui/Button';
import { FormNotes } from './FormNotes';

interface Props {
  label: string;
  submit: string;
  done: { title: string; description: string };
  children: ReactNode;
}

export function DemoForm({ label, submit, done, children }: Props) {
  const { forms } = useMessages();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refuseBlank(event.currentTarget, forms.blank)) return;
    event.currentTarget.reset();
    notify(done);
  };
  return (
    // `dialog` goes nowhere: whatever is pressed before the app is there, nothing typed ends up in an address.
    <form method="dialog" onSubmit={onSubmit} className="space-y-5" aria-label={label}>
      {children}
      <FormNotes />
      <Button variant="primary" type="submit" className="needs-script w-full sm:w-auto">
        {submit}
      </Button>
    </form>
  );
}
