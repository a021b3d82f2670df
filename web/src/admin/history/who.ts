// Who did something, in words.
import type { Line } from '../api/history';
import { adminMessages } from '../messages';
import { currentSession } from '../session/session';

type Author = Pick<Line, 'author' | 'author_id' | 'author_email'>;

export function authorOf(line: Author): string {
  const { who } = adminMessages().history;
  if (line.author !== 'staff') return who[line.author];
  return isYou(line) ? who.you : (line.author_email ?? who.unknown);
}

export function isYou({ author_id }: Pick<Author, 'author_id'>): boolean {
  const session = currentSession();
  return session.status === 'in' && session.session.user.id === author_id;
}
