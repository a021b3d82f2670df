// Says once which files did not land because their tab was closed.
import { useEffect, useState } from 'react';
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';
import { findUnfinished, type Unfinished, type WaitingFile } from './unfinished';

interface Props {
  place: string;
  /** Those of these files that something shows already: they landed, and only the answer was lost. */
  landed?(files: WaitingFile[]): Promise<ReadonlySet<string>>;
  className?: string;
}

export function LostUploads({ place, landed, className }: Props) {
  const { uploads } = useAdminMessages();
  const [lost, setLost] = useState<Unfinished>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each visit
  useEffect(() => {
    let current = true;
    find(place, landed).then(
      found => current && setLost(found),
      () => undefined, // the server could not say: the next visit asks again
    );
    return () => {
      current = false;
    };
  }, [place]);

  if (!lost) return null;
  return (
    <div
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-2 rounded-soft border border-danger bg-danger-tint px-4 py-1 text-sm',
        className,
      )}
    >
      <p className="min-w-0 flex-1 basis-60 py-2 font-medium wrap-anywhere">
        {uploads.lost(
          lost.files.map(({ name }) => name),
          lost.total,
        )}
      </p>
      <button
        type="button"
        className="-ms-3 min-h-11 rounded-soft px-3 font-semibold underline underline-offset-4 hover:bg-surface focus-visible:bg-surface"
        onClick={() => setLost(undefined)}
      >
        {uploads.dismiss}
      </button>
    </div>
  );
}

async function find(place: string, landed: Props['landed']): Promise<Unfinished | undefined> {
  const found = await findUnfinished(place);
  if (!found) return undefined;
  const there = await landed?.(found.files);
  found.told();
  const files = found.files.filter(({ url }) => !(url && there?.has(url)));
  return files.length > 0 ? { total: found.total, files } : undefined;
}
