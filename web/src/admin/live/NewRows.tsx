// "Show 2 new volunteers": over a list, without taking room, so that nothing moves until the person asks for it.
import { ArrowUp } from 'lucide-react';
import { useAdminMessages } from '../messages';

interface Props {
  count: number;
  one: string;
  many: string;
  onShow(): void;
}

export function NewRows({ count, one, many, onShow }: Props) {
  const { live } = useAdminMessages();
  return (
    <div role="status" className="sticky top-16 z-20 h-0 lg:top-4">
      {count > 0 && (
        <div className="pointer-events-none absolute inset-x-0 -top-6 flex justify-center">
          <button
            type="button"
            data-new-rows
            className="pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-full bg-emerald px-5 text-sm font-semibold text-surface shadow-lift hover:bg-emerald-deep"
            onClick={onShow}
          >
            <ArrowUp className="size-4" aria-hidden="true" />
            {live.waiting(count, one, many)}
          </button>
        </div>
      )}
    </div>
  );
}
