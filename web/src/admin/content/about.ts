import type { Document } from '../edit/document';
import type { RichField } from '../fields/field';
import type { ContentForm } from './content';

/** The sections the public page shows, in its order; whatever else is stored comes after them. */
const known = [
  'main_heading',
  'main_subheading',
  'vision_heading',
  'vision_text',
  'mission_heading',
  'mission_text',
  'annual_report_note',
];

const help: Record<string, string> = {
  main_heading: 'The title of the page.',
  annual_report_note: 'Shown as “Note to Our Readers”.',
};

export function aboutFields(content: Document): RichField[] {
  const others = Object.keys(content).filter(key => !known.includes(key) && typeof content[key] === 'string');
  return [...known, ...others].map(name => ({
    kind: 'rich',
    name,
    label: name.replaceAll('_', ' '),
    help: help[name],
  }));
}

export const about: ContentForm = {
  documents: [
    {
      pageKey: 'about',
      cannotLoad: 'Failed to load page content',
      sections: content => [{ heading: 'Page Content', fields: aboutFields(content) }],
    },
  ],
  save: 'Save Page Content',
  saved: { title: 'Content saved!', description: 'Your about page has been updated successfully.' },
  cannotSave: 'Failed to save content',
  failed: 'Content could not be loaded.',
};
