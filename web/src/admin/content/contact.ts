import type { ListField } from '../fields/field';
import { doubtPhone } from '../fields/warnings';
import type { ContentForm } from './content';

const links = {
  kind: 'list',
  entry: 'link',
  parts: [
    { name: 'label', label: 'Label' },
    { name: 'url', label: 'URL' },
  ],
  add: 'Add Link',
  fresh: { label: 'New Link', url: '/' },
} satisfies Partial<ListField>;

export const contact: ContentForm = {
  documents: [
    {
      pageKey: 'contact',
      cannotLoad: 'Failed to load contact content',
      sections: [
        {
          heading: 'Contact Page',
          fields: [
            { kind: 'line', name: 'heading', label: 'Heading', most: 500 },
            { kind: 'paragraph', name: 'subheading', label: 'Subheading', rows: 2, most: 10_000 },
            { kind: 'paragraph', name: 'address', label: 'Address', rows: 2, most: 10_000 },
            { kind: 'line', name: 'email', label: 'Email', input: 'email', most: 500 },
            {
              kind: 'list',
              name: 'phones',
              label: 'Phone numbers',
              entry: 'phone number',
              input: 'tel',
              add: 'Add Phone Number',
              fresh: '',
              warn: doubtPhone,
            },
            {
              kind: 'line',
              name: 'map_url',
              label: 'Map URL',
              input: 'url',
              most: 2000,
              help: 'The address of an embedded OpenStreetMap: Share, HTML, the part after src=.',
            },
          ],
        },
      ],
    },
  ],
  save: 'Save Contact Content',
  saved: { title: 'Contact content saved!' },
  cannotSave: 'Failed to save contact content',
  failed: 'Contact content could not be loaded. Please try again later.',
};

export const footer: ContentForm = {
  documents: [
    {
      pageKey: 'footer',
      cannotLoad: 'Failed to load footer content',
      sections: [
        {
          heading: 'Footer',
          help: 'Shown at the foot of every page.',
          fields: [
            { kind: 'paragraph', name: 'tagline', label: 'Tagline', rows: 2, most: 10_000 },
            { kind: 'line', name: 'website_url', label: 'Website URL', input: 'url', most: 2000 },
            {
              ...links,
              name: 'quick_links',
              label: 'Quick links',
              entry: 'quick link',
              add: 'Add Quick Link',
            },
            {
              ...links,
              name: 'get_involved_links',
              label: 'Get involved links',
              entry: 'get involved link',
              add: 'Add Get Involved Link',
              help: 'A list of its own; leave it empty to show none.',
            },
          ],
        },
      ],
    },
  ],
  save: 'Save Footer Content',
  saved: { title: 'Footer content saved!' },
  cannotSave: 'Failed to save footer content',
  failed: 'Footer content could not be loaded. Please try again later.',
};
