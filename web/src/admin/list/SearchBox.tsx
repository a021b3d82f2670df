import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';

/** A search waits until the person pauses, so that not every letter asks the server. */
const pause = 300;

export function useSearch() {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), typed ? pause : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    typed,
    text,
    setTyped,
    clear() {
      setTyped('');
      setText('');
    },
  };
}

export function SearchBox({ search, many }: { search: ReturnType<typeof useSearch>; many: string }) {
  const { lists } = useAdminMessages();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className="mb-5 block">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {lists.search(many)}
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute start-3 top-3 size-5 text-ink-soft"
          aria-hidden="true"
        />
        <input
          ref={input}
          id={id}
          type="search"
          dir="auto"
          autoComplete="off"
          value={search.typed}
          className={`${control} ps-10! pe-12!`}
          onChange={event => search.setTyped(event.target.value)}
        />
        {search.typed && (
          <button
            type="button"
            aria-label={lists.clearSearch}
            className="absolute end-0 top-0 grid size-11 place-items-center rounded-soft text-ink-soft hover:text-ink"
            onClick={() => {
              search.clear();
              input.current?.focus();
            }}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        )}
      </div>
    </search>
  );
}
