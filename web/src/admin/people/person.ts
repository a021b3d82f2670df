// What is shown of an account. Pure.
import type { User } from '@supabase/auth-js';

export type Role = 'owner' | 'editor';

export const roles: readonly Role[] = ['editor', 'owner'];

export interface Person {
  id: string;
  email: string;
  /** Empty where nobody gave one. */
  name: string;
  role: Role;
  /** Absent until the first time. */
  lastSignIn?: string;
  /** The devices that show the code of their second factor. */
  factors: readonly string[];
}

/** Where clients put the name of a person; the first that is there counts. */
const names = ['full_name', 'name', 'display_name'] as const;

export function personOf({
  id,
  email = '',
  app_metadata,
  user_metadata,
  last_sign_in_at,
  factors,
}: User): Person {
  return {
    id,
    email,
    name: String(user_metadata[nameKey(user_metadata)] ?? '').trim(),
    role: app_metadata.role === 'editor' ? 'editor' : 'owner',
    lastSignIn: last_sign_in_at,
    factors: (factors ?? [])
      .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
      .map(factor => factor.id),
  };
}

/** Under which name a name is kept. */
function nameKey(data: User['user_metadata']): string {
  const used = names.find(key => typeof data[key] === 'string' && data[key].trim() !== '');
  return used ?? names[0];
}

/** What to send so that the person is called this; an empty name takes all away. */
export function named(name: string, data: User['user_metadata'] = {}): Record<string, string | null> {
  const text = name.trim();
  if (text) return { [nameKey(data)]: text };
  return Object.fromEntries(names.filter(key => key in data).map(key => [key, null]));
}

/** Those who are signed in often first, those who have not come yet at the top of all: somebody waits for them. */
export function inOrder(people: readonly Person[]): Person[] {
  const key = ({ lastSignIn }: Person) => lastSignIn ?? '~';
  return [...people].sort((one, other) => (key(one) < key(other) ? 1 : key(one) > key(other) ? -1 : 0));
}

export function matching(people: readonly Person[], search: string): readonly Person[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter(({ email, name }) => {
    const text = `${name} ${email}`.toLocaleLowerCase();
    return words.every(word => text.includes(word));
  });
}
