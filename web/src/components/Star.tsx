/** One star of the girih, as a mark in lists and dividers. */
export function Star({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 72 72" className={className} fill="currentColor" aria-hidden="true">
      <path d="M72 36 61.5 46.5v15h-15L36 72 25.5 61.5h-15v-15L0 36l10.5-10.5v-15h15L36 0l10.5 10.5h15v15z" />
    </svg>
  );
}
