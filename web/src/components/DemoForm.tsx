// A form that thanks and sends nothing: two of the site's forms are demonstrations until mail is connected.
import type { FormEvent, ReactNode } from 'react';
import { useHydrated } from '../lib/hydrated';
import { notify } from '../lib/notices';
import { Button } from '../ui/Button';

interface Props {
  label: string;
  submit: string;
  thanks: { title: string; description: string };
  children: ReactNode;
}

export function DemoForm({ label, submit, thanks, children }: Props) {
  const ready = useHydrated();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.reset();
    notify(thanks);
  };
  return (
    <form onSubmit={onSubmit} className="space-y-5" aria-label={label}>
      {children}
      <Button variant="primary" type="submit" disabled={!ready} className="w-full sm:w-auto">
        {submit}
      </Button>
    </form>
  );
}
