// The declarations are the admin: what the site's owners were promised is checked here by name.
import { expect, test } from 'vitest';
import { aboutFields } from '../content/about';
import { contact, footer } from '../content/contact';
import { settings } from '../content/settings';
import { gallery } from './gallery';
import { projects } from './projects';
import { successStories } from './success-stories';
import { team } from './team';
import { testimonials } from './testimonials';

const lists = [team, projects, testimonials, successStories, gallery];

test('every new item fills exactly the fields of its list', () => {
  for (const { table, fields, fresh, known } of lists) {
    const names = fields.map(field => field.name);
    expect(Object.keys(fresh).sort(), table).toEqual([...names].sort());
    expect(names, table).toContain(known);
  }
});

test('new items begin with the promised words', () => {
  expect(team.fresh).toMatchObject({ name: 'New Member', role: 'Role' });
  expect(projects.fresh).toMatchObject({ title: 'New Project', description: 'Project description here.' });
  expect(testimonials.fresh).toMatchObject({
    name: 'New Reviewer',
    role: 'Role',
    quote: 'A wonderful experience!',
    is_visible: true,
  });
  expect(successStories.fresh).toMatchObject({
    title: 'New Success Story',
    description: 'Story details here.',
    category: 'General',
  });
});

test('pictures go to the folder of their list', () => {
  const folders = lists.flatMap(({ fields }) =>
    fields.flatMap(field => (field.kind === 'picture' ? [field.folder] : [])),
  );
  expect([...new Set(folders), gallery.folder]).toEqual([
    'team',
    'projects',
    'testimonials',
    'success_stories',
    'gallery',
  ]);
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
