// The quiet way to earlier versions. What it opens is loaded when it is first opened.
import { History } from 'lucide-react';
import { useState } from 'react';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { HistoryDialog, type HistoryProps } from './HistoryDialog';

interface Props extends HistoryProps {
  /** The id of the heading that says which item a button is about. */
  describedBy?: string;
  className?: string;
  /** Where there is no room for the word, it is only said. */
  iconOnly?: boolean;
}

export function HistoryButton({ describedBy, className = '', iconOnly, ...shown }: Props) {
  const { history } = useAdminMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Action
        variant="outline"
        className={`border-transparent! text-ink-soft! hover:border-edge! hover:text-ink! ${className}`}
        aria-haspopup="dialog"
        aria-label={iconOnly ? history.button : undefined}
        title={iconOnly ? history.button : undefined}
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        <History className="size-4" aria-hidden="true" />
        {!iconOnly && history.button}
      </Action>
      {open && <HistoryDialog {...shown} onClose={() => setOpen(false)} />}
    </>
  );
}
