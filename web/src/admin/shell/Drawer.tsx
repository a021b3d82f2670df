import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useAdminMessages } from '../messages';
import { useModal } from './modal';

/** The sidebar on small screens: modal, closed by Escape, by the button and by a tap beside it. */
export function Drawer({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { shell } = useAdminMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape and the button
    <dialog
      ref={dialog}
      aria-label={shell.menu}
      className="drawer m-0 h-dvh max-h-none w-[min(18rem,85vw)] max-w-none p-0 backdrop:bg-ink/60"
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onClick={event => event.target === dialog.current && onClose()}
    >
      {children}
      <button
        type="button"
        aria-label={shell.closeMenu}
        className="absolute top-3 end-2 grid size-11 place-items-center rounded-soft text-mist hover:text-cream"
        onClick={onClose}
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </dialog>
  );
}
