// One question at a time, put to the person in a dialog. Anyone may ask; the Question component alone draws it.
import { useSyncExternalStore } from 'react';

export interface Question {
  title: string;
  text: string;
  /** The words on the button that goes ahead. */
  yes: string;
  no: string;
  danger: boolean;
  answer(yes: boolean): void;
}

let current: Question | undefined;
const listeners = new Set<() => void>();

function put(next: Question | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

export function ask(
  question: Pick<Question, 'title' | 'text' | 'yes'> & { no?: string; danger?: boolean },
): Promise<boolean> {
  current?.answer(false);
  return new Promise(done => {
    const answer = (yes: boolean) => {
      put(undefined);
      done(yes);
    };
    put({ no: 'Cancel', danger: true, ...question, answer });
  });
}

export function useQuestion(): Question | undefined {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => current,
  );
}
