import { useAdminMessages } from '../messages';
import { Action } from './Action';

/** In place of what could not be loaded. */
export function Failed({ text, onAgain }: { text: string; onAgain(): void }) {
  const { tryAgain } = useAdminMessages().shell;
  return (
    <div className="rounded-soft border border-hairline bg-surface p-8 text-center">
      <p>{text}</p>
      <Action variant="outline" className="mt-4" onClick={onAgain}>
        {tryAgain}
      </Action>
    </div>
  );
}
