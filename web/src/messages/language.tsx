// The language a page is shown in: its code, its direction and its texts. A second language is a second catalogue beside
// `en`, of the same type, so that a text that is missing does not compile.
import { createContext, useContext } from 'react';
import { en } from './en';

export type Messages = typeof en;

export interface Language {
  lang: string;
  dir: 'ltr' | 'rtl';
  messages: Messages;
}

export const english: Language = { lang: 'en', dir: 'ltr', messages: en };

const LanguageContext = createContext<Language>(english);

export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

export function useMessages(): Messages {
  return useContext(LanguageContext).messages;
}
