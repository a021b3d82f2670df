// Who is signed in. Follows the auth client, which also tells of other tabs, renewals and ended sessions.
import type { Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client';
import { auth, sessionKey } from '../api/session-clients';
import { dropDrafts } from '../edit/kept-drafts';
import { demandEnrollment } from '../second-factor/demanded';
import { dropUnfinished } from '../upload/unfinished';

export type SessionState =
  | { status: 'loading' }
  /** A session is stored, but the server that renews it cannot be reached just now. */
  | { status: 'unreachable' }
  | { status: 'in'; session: Session }
  /** `ended`: there was a session in this tab and nobody chose to end it. */
  | { status: 'out'; ended: boolean };

const retryAfter = 5000;

let state: SessionState = { status: 'loading' };
let leaving = false;
const listeners = new Set<() => void>();

function put(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

function follow(session: Session | null) {
  if (session) {
    // One person's unsaved work, and what they have read, is not shown to the next, who may come by a link.
    const another = state.status === 'in' && state.session.user.id !== session.user.id;
    if (another) queryClient.clear();
    if (state.status !== 'in' || another) {
      dropDrafts(session.user.id);
      dropUnfinished(session.user.id);
    }
    put({ status: 'in', session });
  } else if (isStored()) {
    put({ status: 'unreachable' });
    setTimeout(waitForServer, retryAfter);
  } else {
    queryClient.clear(); // what one person has read is not for the next
    demandEnrollment(false);
    const ended = state.status === 'in' ? !leaving : state.status === 'out' && state.ended;
    put({ status: 'out', ended });
  }
}

function isStored(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
}

/** Reloads once the server and its database answer: the auth client would not try the same token again for a minute. */
async function waitForServer() {
  const answers = await fetch('/readyz').then(
    response => response.ok,
    () => false,
  );
  if (answers) location.reload();
  else setTimeout(waitForServer, retryAfter);
}

/** Says in advance that the session is about to be ended on purpose. */
export function expectEnd(chosen: boolean) {
  leaving = chosen;
}

/** Begins to follow the auth client; called once, when the admin starts. */
export function followSession() {
  auth.onAuthStateChange((_, session) => follow(session));
}

export function currentSession(): SessionState {
  return state;
}

export function useSession(): SessionState {
  return useSyncExternalStore(watchSession, currentSession);
}

export function watchSession(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Drafts are kept under the name of who typed them. */
export function draftOwner(): string {
  return state.status === 'in' ? state.session.user.id : 'nobody';
}

/**
 * Whether this account may change what only owners change. An account is an owner unless the server says that it is an
 * editor. This only spares an editor a refusal: the server decides.
 */
export function useIsOwner(): boolean {
  const state = useSession();
  return state.status !== 'in' || state.session.user.app_metadata.role !== 'editor';
}
