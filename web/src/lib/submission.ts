// Sending a visitor's form once, and keeping simple robots out without asking a person anything.
import { type FormEvent, useRef, useState } from 'react';

/** A form sent sooner than this after it appeared waits out the rest; people take longer to type. */
const leastTime = 1500;

/** The name of a field no person sees. */
export const trapField = 'leave_empty';

type Send = (fields: Record<string, string>, form: HTMLFormElement) => Promise<void>;

export function useSubmission(send: Send, caught: (form: HTMLFormElement) => void) {
  const [busy, setBusy] = useState(false);
  const locked = useRef(false);
  const since = useRef(0);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (locked.current) return;
    const form = event.currentTarget;
    const { [trapField]: trap, ...fields } = read(form);
    if (trap) return caught(form);
    locked.current = true;
    setBusy(true);
    await pause(since.current + leastTime - Date.now());
    await send(fields, form);
    locked.current = false;
    setBusy(false);
  }

  /** For the form's ref: the time it appeared. */
  const appeared = (form: HTMLFormElement | null) => {
    if (form && !since.current) since.current = Date.now();
  };

  return { busy, onSubmit, appeared };
}

function read(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise(done => setTimeout(done, milliseconds)) : Promise.resolve();
}
