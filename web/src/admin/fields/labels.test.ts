import { expect, test } from 'vitest';
import { contact, footer } from '../content/contact';
import { sectionsOf } from '../content/content';
import { homepage } from '../content/homepage';
import projects from '../resources/projects';
import { fieldsOf as fieldsOfList } from '../resources/resource';
import { inLabels } from './labels';

const fieldsOf = (form: typeof homepage) =>
  form.documents.flatMap(document => sectionsOf(document, {}).flatMap(section => section.fields));

test('a field is called by the label over it', () => {
  expect(inLabels('content.hero.heading is longer than 500 characters', fieldsOf(homepage))).toBe(
    'Heading is longer than 500 characters',
  );
  expect(inLabels('title is longer than 300 characters', fieldsOfList(projects))).toBe(
    'Title is longer than 300 characters',
  );
});

test('an entry of a list is called by its label too', () => {
  expect(inLabels('content.quick_links[1].url must be a web address', fieldsOf(footer))).toBe(
    'URL of quick link 2 must be a web address',
  );
  expect(inLabels('content.phones[0] must be text', fieldsOf(contact))).toBe('Phone number 1 must be text');
  expect(inLabels('content.phones has more than 50 entries', fieldsOf(contact))).toBe(
    'Phone numbers has more than 50 entries',
  );
});

test('what names no field of the screen stays as the server said it', () => {
  for (const message of [
    'content.nowhere is longer than 500 characters',
    'content is larger than 256 KB',
    'Your session has ended.',
    'title',
    '',
  ])
    expect(inLabels(message, fieldsOfList(projects))).toBe(message);
});
