// Sending a visitor's form once, and keeping simple robots out without asking a person anything.
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/language';
import { notify } from './notices';
import { type FormTable, proofs } from './request';

/** What would be stored sooner than this after the form appeared waits out the rest; people take longer to type. */
const minTime = 1500;

/** The name of a field no person sees. */
export const honeypotField = 'leave_empty';

export type Fields = Record<string, string>;

interface Options {
  /** Where it is stored, if it is. */
  table?: FormTable;
  /** What is wrong with the fields is said at once; true means they can be sent. */
  check?(fields: Fields): boolean;
  send(fields: Fields, form: HTMLFormElement): Promise<void>;
}

export function useSubmission({ table, check, send }: Options) {
  const [busy, setBusy] = useState(false);
  const locked = useRef(false);
  const since = useRef(0);
  const focused = useRef<Element | null>(null);
  const { forms } = useMessages();

  // A field that is switched off loses the focus; it gets it back when it can be used again.
  useLayoutEffect(() => {
    if (busy || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
    focused.current = null;
  }, [busy]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (locked.current || refuseBlank(form, forms.blank)) return;
    const { [honeypotField]: caught, ...fields } = read(form);
    if (check && !check(fields)) return;
    if (caught) return askAgain(form, forms.honeypotFilled);
    locked.current = true;
    focused.current = document.activeElement;
    setBusy(true);
    try {
      await pause(since.current + minTime - Date.now());
      await send(fields, form);
    } finally {
      locked.current = false;
      setBusy(false);
    }
  }

  /** For the form's ref: the time it appeared. Who goes into it will send it, so its proof is begun. */
  const appeared = (form: HTMLFormElement | null) => {
    if (!form || since.current) return;
    since.current = Date.now();
    if (table)
      form.addEventListener('focusin', () => proofs().then(part => part?.prepare(table)), { once: true });
  };

  return { busy, onSubmit, appeared };
}

/**
 * The hidden field was filled in: by a robot, which goes no further, or by a browser that fills in forms, whose owner
 * must not be thanked for what was not stored. They press the button once more.
 */
function askAgain(form: HTMLFormElement, words: { title: string; description: string }) {
  const field = form.elements.namedItem(honeypotField);
  if (field instanceof HTMLInputElement) field.value = '';
  notify({ ...words, destructive: true });
}

/** A required field that holds only white space is as good as empty, which browsers do not see. Answers whether one is. */
export function refuseBlank(form: HTMLFormElement, message: string): boolean {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    ':is(input, textarea)[required]',
  )) {
    if (field.value.trim()) continue;
    field.setCustomValidity(message);
    field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
    field.reportValidity();
    return true;
  }
  return false;
}

function read(form: HTMLFormElement): Fields {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise(done => setTimeout(done, milliseconds)) : Promise.resolve();
}
