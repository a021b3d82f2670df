// Unsaved work from before, offered and not put in unasked: what is stored stays on the screen until the person decides.
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';
import { draftTime } from './draft-time';
import type { EditorState } from './editor';

interface Props {
  states: readonly EditorState[];
  /** What is unsaved since when; on a form or an item that goes without saying. */
  say?(time: string): string;
  onBroughtBack?(): void;
  className?: string;
}

export function DraftOffer({ states, say, onBroughtBack, className }: Props) {
  const messages = useAdminMessages().forms;
  const offers = states.flatMap(({ offer }) => offer ?? []);
  const latest = offers.toSorted((one, other) => +other.at - +one.at)[0];
  if (!latest) return null;
  function answer(choice: 'bringBack' | 'discard') {
    for (const offer of offers) offer[choice]();
    if (choice === 'bringBack') onBroughtBack?.();
  }

  const button =
    'min-h-11 rounded-soft px-3 font-semibold underline underline-offset-4 hover:bg-surface focus-visible:bg-surface';
  return (
    <div
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-2 rounded-soft border border-emerald bg-emerald-tint px-4 py-1 text-sm',
        className,
      )}
    >
      <p className="me-auto py-2 font-medium">{(say ?? messages.draft)(draftTime(latest.at))}</p>
      <span className="-ms-3 flex">
        <button type="button" className={button} onClick={() => answer('bringBack')}>
          {messages.bringBack}
        </button>
        <button type="button" className={button} onClick={() => answer('discard')}>
          {messages.discard}
        </button>
      </span>
    </div>
  );
}
