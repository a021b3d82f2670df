import { type ReactNode, useId } from 'react';

/** One part of the screen, with its heading. */
export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 id={id} className="mb-4 text-h4">
        {heading}
      </h2>
      {children}
    </section>
  );
}
