// The language a page is shown in: its code, its direction and its texts. A second language is a second catalogue beside
// `en`, of the same type, so that a text that is missing does not compile.
import { createContext, useContext } from 'react';
import { en, type PageMessages } from './en';

export type Messages = typeof en;

const MessagesContext = createContext<Messages>(en);

export const MessagesProvider = MessagesContext.Provider;

export function useMessages(): Messages {
  return useContext(MessagesContext);
}

/** The texts of one page, by the name of their file; their type comes from the English ones. */
export function pageTexts<T extends PageMessages>(file: string) {
  const of = (messages: Messages) => (messages.pages[file] ?? named(file)) as T;
  return { of, use: () => of(useMessages()) };
}

/** A page that has no texts yet is called by its file: `annual-report` becomes “Annual report”. */
function named(file: string): PageMessages {
  const words = file.replaceAll('-', ' ');
  return { name: words.charAt(0).toUpperCase() + words.slice(1) };
}

export { en as english };
