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
        <div className="pointer-events-none absolute inset-x-0 -top-4 flex justify-center">
          <button
            type="button"
            data-new-rows
            className="group pointer-events-auto flex min-h-11 items-center rounded-full px-1"
            onClick={onShow}
          >
            <span className="flex items-center gap-1.5 rounded-full bg-emerald px-4 py-1.5 text-xs font-semibold text-surface shadow-lift group-hover:bg-emerald-deep">
              <ArrowUp className="size-3.5" aria-hidden="true" />
              {live.waiting(count, one, many)}
            </span>
          </button>
        </div>
      )}
    </div>
  );
}
