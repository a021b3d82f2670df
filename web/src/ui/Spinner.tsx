import { useUiMessages } from '../messages/ui';
import { cn } from './cn';

export function Spinner({ label, small }: { label?: string; small?: boolean }) {
  const messages = useUiMessages();
  return (
    <span role="status" className="inline-flex" data-spinner>
      <svg
        viewBox="0 0 24 24"
        className={cn('spinner', small ? 'size-4' : 'size-8')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9.5" opacity="0.2" />
        <path d="M21.5 12A9.5 9.5 0 0 0 12 2.5" />
      </svg>
      <span className="sr-only">{label ?? messages.loading}</span>
    </span>
  );
}
