// One question at a time, put to the person in a dialog. Anyone may ask; QuestionDialog alone draws it.
import { useSyncExternalStore } from 'react';
import { adminMessages } from '../messages';

export interface Choice {
  name: string;
  label: string;
  variant: 'outline' | 'primary' | 'danger';
}

export interface Question {
  title: string;
  text: string;
  /** The buttons, in their order. The way out, which Escape and Back take as well, comes first. */
  choices: readonly Choice[];
  /** Undefined: nothing was chosen. */
  answer(choice: string | undefined): void;
}

let current: Question | undefined;
const listeners = new Set<() => void>();

function put(next: Question | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

/** Answers with the name of what was chosen; undefined when the question was closed. */
export function choose(question: Omit<Question, 'answer'>): Promise<string | undefined> {
  closeQuestion();
  return new Promise(done => {
    const answer = (choice: string | undefined) => {
      put(undefined);
      done(choice);
    };
    put({ ...question, answer });
  });
}

interface YesOrNo {
  title: string;
  text: string;
  /** The words on the button that goes ahead. */
  yes: string;
  no?: string;
  danger?: boolean;
}

export async function ask({ yes, no, danger = true, ...question }: YesOrNo): Promise<boolean> {
  const choices = [
    { name: 'no', label: no ?? adminMessages().shell.cancel, variant: 'outline' },
    { name: 'yes', label: yes, variant: danger ? 'danger' : 'primary' },
  ] as const;
  return (await choose({ ...question, choices })) === 'yes';
}

/** Closes an open question without an answer; says whether there was one. */
export function closeQuestion(): boolean {
  const open = current;
  open?.answer(undefined);
  return open !== undefined;
}

export function isAsking(): boolean {
  return current !== undefined;
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
