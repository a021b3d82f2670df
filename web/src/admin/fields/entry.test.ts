import { expect, test } from 'vitest';
import { fieldsOfDocument } from './declared';
import { edited } from './entry';
import type { ListField } from './field';

const field = fieldsOfDocument('footer').find(({ name }) => name === 'social_links') as ListField;
const paste = (entry: Parameters<typeof edited>[1], url: string) => edited(field, entry, 'url', url);

test('a new link’s network follows its address, until somebody has typed it', () => {
  const insta = paste(field.defaults, 'https://www.instagram.com/umeed');
  expect(insta).toEqual({ platform: 'Instagram', url: 'https://www.instagram.com/umeed' });
  // A guess is nobody's choice: it follows the next address too.
  expect(paste(insta, 'https://youtu.be/x')).toMatchObject({ platform: 'YouTube' });
  expect(paste(insta, 'https://example.org')).toMatchObject({ platform: 'Instagram' });
  expect(paste({ platform: '', url: '' }, 't.me/umeed')).toMatchObject({ platform: 'Telegram' });

  const named = edited(field, insta, 'platform', 'Facebook');
  expect(paste(named, 'https://x.com/umeed')).toMatchObject({ platform: 'Facebook' });
});

test('what was stored with another name is never renamed', () => {
  const stored = { platform: 'Our page', url: 'https://facebook.com/umeed' };
  expect(paste(stored, 'https://x.com/umeed')).toEqual({ platform: 'Our page', url: 'https://x.com/umeed' });
});
