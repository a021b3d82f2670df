import { type RefObject, useEffect, useRef } from 'react';

/** Opens a dialog over everything for as long as it is drawn; then focus returns to where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog]);
}

/** What Back closes before it leads anywhere, the one opened last at the end. */
const closable: (() => void)[] = [];

/** For a dialog that holds more than a question: Back closes it, and nothing else. */
export function useClosedByBack(onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const closes = () => close.current();
    closable.push(closes);
    return () => {
      closable.splice(closable.indexOf(closes), 1);
    };
  }, []);
}

export function isDialogOpen(): boolean {
  return closable.length > 0;
}

/** Closes the dialog that was opened last; says whether there was one. */
export function closeDialog(): boolean {
  const last = closable.at(-1);
  last?.();
  return last !== undefined;
}
