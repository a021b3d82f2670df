// The forms follow from the declarations: whatever the server declares, staff can edit.
import { expect, test } from 'vitest';
import { documents, type PageKey, tables } from '../../schema.gen';
import { contentForms } from '../content/forms';
import { documentWarnings } from './check';
import { fieldOf, fieldsOfDocument } from './declared';

const pageKeys = Object.keys(documents) as PageKey[];

interface Declared {
  kind: string;
  parts?: Record<string, Declared>;
}

function names(parts: Record<string, Declared>, prefix = ''): string[] {
  return Object.entries(parts).flatMap(([key, { kind, parts }]) =>
    kind === 'object' && parts ? names(parts, `${prefix}${key}.`) : [prefix + key],
  );
}

test('every field of every document is in exactly one form', () => {
  const shown = contentForms.flatMap(form =>
    form.documents.flatMap(({ pageKey, sections }) =>
      sections({}).flatMap(({ fields }) => fields.map(({ name }) => `${pageKey}: ${name}`)),
    ),
  );
  const declared = pageKeys.flatMap(key =>
    names(documents[key].parts as Record<string, Declared>).map(name => `${key}: ${name}`),
  );
  expect(shown.toSorted()).toEqual(declared.toSorted());
});

test('no two fields of one form have the same label', () => {
  for (const form of contentForms) {
    const labels = form.documents.flatMap(({ sections }) =>
      sections({}).flatMap(({ fields }) => fields.map(({ label }) => label)),
    );
    expect(new Set(labels).size, form.save).toBe(labels.length);
  }
});

test('kind, limit, folder and defaults come from the declaration', () => {
  const homepage = fieldsOfDocument('homepage');
  expect(homepage[0]).toMatchObject({ kind: 'picture', name: 'hero.image_url', folder: 'hero' });
  expect(homepage[1]).toMatchObject({ kind: 'line', name: 'hero.heading', label: 'Heading', maxLength: 500 });
  const find = (key: PageKey, name: string) => fieldsOfDocument(key).find(field => field.name === name);
  expect(find('donation_details', 'payment_gateway_api_key')).toMatchObject({ kind: 'line', secret: true });
  expect(find('donation_details', 'online_donations_enabled')).toMatchObject({ kind: 'switch' });
  expect(find('contact', 'email')).toMatchObject({ input: 'email' });
  expect(find('contact', 'map_url')).toMatchObject({ input: 'url', maxLength: 2000 });
  expect(find('contact', 'phones')).toMatchObject({ kind: 'list', defaults: '', maxEntries: 50 });
  expect(find('footer', 'website_url')).toMatchObject({ input: 'url' });
  expect(find('footer', 'quick_links')).toMatchObject({
    entry: 'quick link',
    defaults: { label: 'New Link', url: '/' },
    parts: [
      { name: 'label', label: 'Label', maxLength: 500 },
      { name: 'url', label: 'URL', input: 'text', maxLength: 2000 },
    ],
  });
  expect(find('footer', 'social_links')).toMatchObject({
    defaults: { platform: 'Facebook', url: 'https://facebook.com' },
  });
});

test('a key without a label is called by its words', () => {
  const about = fieldsOfDocument('about');
  expect(about.map(({ label }) => label)).toEqual([
    'main heading',
    'main subheading',
    'vision heading',
    'vision text',
    'mission heading',
    'mission text',
    'annual report note',
  ]);
});

test('a column of a table becomes a field too, with what the list adds to it', () => {
  expect(fieldOf('projects', 'title', { label: 'Title' })).toMatchObject({
    kind: 'line',
    name: 'title',
    label: 'Title',
    maxLength: tables.projects.columns.title.maxLength,
  });
  expect(fieldOf('projects', 'description').kind).toBe('rich');
  expect(fieldOf('testimonials', 'quote').kind).toBe('paragraph');
  expect(fieldOf('testimonials', 'is_visible').kind).toBe('switch');
  expect(fieldOf('success_stories', 'before_image_url')).toMatchObject({
    kind: 'picture',
    folder: 'success_stories',
    label: 'before image url',
  });
  expect(() => fieldOf('projects', 'id')).toThrow('projects.id');
});

test('a stored IBAN that is wrong can be found, by the name staff know', () => {
  expect(documentWarnings('donation_details', { iban: 'PK36SCBL0000001123456703' })).toMatchObject([
    { name: 'iban', label: 'IBAN', warning: expect.stringContaining('check digits') },
  ]);
  expect(documentWarnings('donation_details', { iban: 'PK36SCBL0000001123456702' })).toEqual([]);
  expect(documentWarnings('contact', { phones: ['041 1234567', '12'] })).toMatchObject([{ name: 'phones' }]);
});
