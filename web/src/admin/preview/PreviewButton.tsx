// The quiet way to see a page before it is saved. Where no page shows what a form is about, there is nothing to see.
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { pagesOf } from './draft';
import { PreviewDialog, type PreviewProps } from './PreviewDialog';

interface Props extends PreviewProps {
  /** Tables, and documents as `website_content/homepage`. */
  subjects: readonly string[];
  /** The id of the heading that says which item a button is about. */
  describedBy?: string;
}

export function PreviewButton({ subjects, describedBy, ...shown }: Props) {
  const { preview } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const pages = pagesOf(subjects);
  if (pages.length === 0) return null;
  return (
    <>
      <Action
        variant="outline"
        className="shrink-0 border-transparent! text-ink-soft! hover:border-edge! hover:text-ink! max-sm:px-2!"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        <Eye className="size-4" aria-hidden="true" />
        {preview.button}
      </Action>
      {/* Outside the form: Enter on one of its controls must not save. */}
      {open &&
        createPortal(
          <PreviewDialog {...shown} pages={pages} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  );
}
