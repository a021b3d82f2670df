import { Star } from './Star';

/** What stands in for a page whose content could not be read. */
export function Failed({ page, children }: { page: string; children: string }) {
  return (
    <div className="wrap py-28 text-center">
      <h1 className="sr-only">{page}</h1>
      <Star className="mx-auto mb-6 size-10 text-hairline" />
      <p className="text-lead text-ink-soft" role="alert">
        {children}
      </p>
    </div>
  );
}
