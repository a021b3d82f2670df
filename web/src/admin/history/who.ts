// Who did something, in words.
import type { Line } from '../api/history';
import { adminMessages } from '../messages';
import { currentSession } from '../session/session';

export function authorOf({ author, author_id, author_email }: Line): string {
  const { who } = adminMessages().history;
  if (author !== 'staff') return who[author];
  const session = currentSession();
  if (session.status === 'in' && session.session.user.id === author_id) return who.you;
  return author_email ?? who.unknown;
}
