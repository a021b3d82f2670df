// The declarations are the admin: what the site's owners were promised is checked here by name.
import { expect, test } from 'vitest';
import { admin } from '../../messages/en/admin';
import { tables } from '../../schema.gen';
import { aboutFields } from '../content/about';
import { contact, footer } from '../content/contact';
import { settings } from '../content/settings';
import gallery from './gallery';
import { resources } from './index';
import projects from './projects';
import { columnsOf, defaultsOf, type EditableList, fieldsOf, messagesOf } from './resource';
import successStories from './success-stories';
import team from './team';
import testimonials from './testimonials';

const editable = resources.filter((one): one is EditableList => one.kind === 'editable');

test('every table that staff look after has a list, found by its file alone', () => {
  const listed = resources.map(({ table }) => table).sort();
  // The texts of the pages have forms, the history is part of every form, and messages and mail have screens of their own.
  const elsewhere = ['website_content', 'history', 'messages', 'page_views', 'outbox'];
  const declared = Object.keys(tables).filter(table => !elsewhere.includes(table));
  expect(listed).toEqual(declared.sort());
});

test('every column that a list names is one of its table', () => {
  for (const resource of resources) {
    const shown = resource.kind === 'editable' ? Object.keys(resource.fields) : resource.columns;
    const known = Object.keys(columnsOf(resource.table));
    for (const name of [...shown, ...resource.search, resource.titleField])
      expect(known, resource.table).toContain(name);
  }
});

test('no two screens share a path or a place', () => {
  const screens = resources.flatMap(({ screen }) => screen ?? []);
  for (const key of ['path', 'place'] as const)
    expect(new Set(screens.map(screen => screen[key])).size).toBe(screens.length);
});

test('a new item fills exactly the fields of its form', () => {
  for (const resource of editable)
    expect(Object.keys(defaultsOf(resource)).sort(), resource.table).toEqual(
      fieldsOf(resource)
        .map(field => field.name)
        .sort(),
    );
});

test('[ALST-3] new items begin with the promised words and pictures', () => {
  expect(defaultsOf(team)).toEqual({
    name: 'New Member',
    role: 'Role',
    image_url: '/placeholders/person.svg',
  });
  expect(defaultsOf(projects)).toEqual({
    title: 'New Project',
    description: 'Project description here.',
    image_url: '/placeholders/project.svg',
  });
  expect(defaultsOf(testimonials)).toEqual({
    name: 'New Reviewer',
    role: 'Role',
    quote: 'A wonderful experience!',
    is_visible: true,
    image_url: '/placeholders/person.svg',
  });
  expect(defaultsOf(successStories)).toEqual({
    title: 'New Success Story',
    description: 'Story details here.',
    category: 'General',
    before_image_url: '/placeholders/before.svg',
    after_image_url: '/placeholders/after.svg',
  });
  expect(defaultsOf(gallery)).toEqual({ alt_text: 'Gallery image' });
});

test('pictures go to the folder of their list', () => {
  const folders = editable.map(resource =>
    fieldsOf(resource).flatMap(field => (field.kind === 'picture' ? [field.folder] : [])),
  );
  expect(new Set(folders.flat())).toEqual(new Set(['team', 'projects', 'testimonials', 'success_stories']));
});

test('a list without texts of its own says what its name allows', () => {
  const made = messagesOf({ table: 'success_stories' }, { ...admin, resources: {} });
  expect(made).toMatchObject({
    label: 'Success stories',
    cannotLoad: 'Failed to load success stories',
    cannotAdd: 'Failed to add success story',
    empty: 'No success stories yet.',
    fields: { before_image_url: { label: 'Before image' }, created_at: { label: 'Created at' } },
  });
});

test('the about page is edited section by section, also sections nobody foresaw', () => {
  const fields = aboutFields({ vision_text: '<p>x</p>', a_new_note: '<p>y</p>', number: 3 });
  expect(fields.map(field => field.label)).toContain('annual report note');
  expect(fields.at(-1)).toMatchObject({ name: 'a_new_note', label: 'a new note', kind: 'rich' });
});

test('no two fields of one document share a name', () => {
  for (const form of [contact, footer, settings]) {
    for (const { sections, pageKey } of form.documents) {
      const names = (typeof sections === 'function' ? sections({}) : sections).flatMap(({ fields }) =>
        fields.map(field => field.name),
      );
      expect(new Set(names).size, pageKey).toBe(names.length);
    }
  }
});
