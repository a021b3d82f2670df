// One entry of the wide menu. Its own entries open on hover, or by the button beside it; they are always in the page.
import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { isWithin, type MenuEntry } from '../menu';
import { useMessages } from '../messages/language';
import { cn } from '../ui/cn';

const top =
  'relative flex min-h-11 items-center text-[0.9375rem] font-medium transition-colors duration-150 hover:text-emerald';

export function MenuDrop({ entry, path, visit }: { entry: MenuEntry; path: string; visit: string }) {
  // Hover is the stylesheet's. Escape, or having followed an entry, takes it back until the mouse has left.
  const [state, setState] = useState({ visit, open: false, dismissed: false });
  const { open, dismissed } = state.visit === visit ? state : { open: false, dismissed: true };
  const change = (next: { open: boolean; dismissed: boolean }) => setState({ visit, ...next });
  const { shell } = useMessages();
  const id = useId();
  const within = isWithin(entry, path);

  if (!entry.entries) {
    return (
      <li>
        <a href={entry.url} className={cn(top, 'px-3')} aria-current={within ? 'page' : undefined}>
          {entry.label}
          {within && <Mark />}
        </a>
      </li>
    );
  }

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.key !== 'Escape') return;
    if (event.currentTarget.querySelector('ul')?.contains(event.target as Node)) {
      event.currentTarget.querySelector('button')?.focus();
    }
    change({ open: false, dismissed: true });
  };
  const onBlur = (event: FocusEvent<HTMLLIElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) change({ open: false, dismissed });
  };

  return (
    <li
      className="drop relative flex items-center"
      data-open={open || undefined}
      data-dismissed={dismissed || undefined}
      onMouseEnter={() => change({ open, dismissed: false })}
      onMouseLeave={() => change({ open, dismissed: false })}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <a href={entry.url} className={cn(top, 'ps-3')} aria-current={entry.url === path ? 'page' : undefined}>
        {entry.label}
        {within && <Mark />}
      </a>
      <button
        type="button"
        className="grid min-h-11 w-7 place-items-center"
        aria-label={shell.morePages(entry.label)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => change({ open: !open, dismissed })}
      >
        <ChevronDown className="size-4" aria-hidden="true" />
      </button>
      <ul
        id={id}
        className="drop-panel absolute top-full start-0 min-w-60 rounded-soft border border-hairline bg-surface py-2 shadow-lift"
      >
        {entry.entries.map(child => (
          <li key={child.url}>
            <a
              href={child.url}
              aria-current={child.url === path ? 'page' : undefined}
              className="flex min-h-11 items-center px-5 text-[0.9375rem] transition-colors duration-150 hover:bg-sand hover:text-emerald aria-[current=page]:text-emerald"
            >
              {child.label}
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Underlines where the visitor is. */
function Mark() {
  return <span className="absolute end-3 bottom-1.5 start-3 h-0.5 bg-emerald in-[.drop]:end-0" />;
}
