import { Star } from './Star';

/** A list with nothing in it yet. */
export function Empty({ children }: { children: string }) {
  return (
    <div className="girih rounded-soft border border-hairline bg-surface px-6 py-16 text-center text-emerald">
      <Star className="mx-auto mb-5 size-8 opacity-40" />
      <p className="mx-auto max-w-[44ch] text-ink-soft">{children}</p>
    </div>
  );
}
