// The texts of the shared parts. A context of its own, so that the admin does not load the public site's texts.
import { createContext, useContext } from 'react';
import { ui } from './en/ui';

export type UiMessages = typeof ui;

const UiMessagesContext = createContext<UiMessages>(ui);

export const UiMessagesProvider = UiMessagesContext.Provider;

export function useUiMessages(): UiMessages {
  return useContext(UiMessagesContext);
}
