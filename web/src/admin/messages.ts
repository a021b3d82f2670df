// The admin's texts in the language it is shown in: `useAdminMessages` in components, `adminMessages` in plain functions.
import { createContext, useContext } from 'react';
import { admin } from '../messages/en/admin';

export type AdminMessages = typeof admin;

let current: AdminMessages = admin;

/** Called once, before the first screen is drawn. */
export function setAdminMessages(messages: AdminMessages) {
  current = messages;
}

export function adminMessages(): AdminMessages {
  return current;
}

const AdminMessagesContext = createContext<AdminMessages | undefined>(undefined);

export const AdminMessagesProvider = AdminMessagesContext.Provider;

export function useAdminMessages(): AdminMessages {
  return useContext(AdminMessagesContext) ?? current;
}
