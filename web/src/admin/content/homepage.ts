import type { ContentForm } from './content';

export const homepage: ContentForm = {
  documents: [
    {
      pageKey: 'homepage',
      cannotLoad: 'Failed to load content',
      sections: [
        {
          heading: 'Hero Section',
          help: 'The first thing visitors see.',
          fields: [
            {
              kind: 'picture',
              name: 'hero.image_url',
              label: 'Background image',
              folder: 'hero',
              shape: 'wide',
              help: 'A wide picture of at least 1600 pixels looks best.',
              words: { failed: 'Upload failed', uploaded: "Don't forget to save your changes." },
            },
            { kind: 'line', name: 'hero.heading', label: 'Heading', most: 500 },
            { kind: 'paragraph', name: 'hero.subheading', label: 'Subheading', most: 10_000 },
            {
              kind: 'line',
              name: 'hero.button1_text',
              label: 'Button 1 text',
              most: 500,
              help: 'Leads to the Donate page.',
            },
            {
              kind: 'line',
              name: 'hero.button2_text',
              label: 'Button 2 text',
              most: 500,
              help: 'Leads to the Volunteer page.',
            },
            {
              kind: 'line',
              name: 'hero.button3_text',
              label: 'Button 3 text',
              most: 500,
              help: 'Leads to the Projects page.',
            },
          ],
        },
        {
          heading: 'About Us Summary',
          fields: [
            { kind: 'line', name: 'about_us_summary.heading', label: 'Summary heading', most: 500 },
            {
              kind: 'paragraph',
              name: 'about_us_summary.text',
              label: 'Summary text',
              rows: 5,
              most: 10_000,
            },
          ],
        },
        {
          heading: 'Our Work',
          fields: [
            {
              kind: 'line',
              name: 'our_work.heading',
              label: 'Our work heading',
              most: 500,
              help: 'Stands over the section about the hospital.',
            },
          ],
        },
      ],
    },
  ],
  save: 'Save Changes',
  saved: { title: 'Content saved!', description: 'Your homepage has been updated successfully.' },
  cannotSave: 'Failed to save content',
  failed: 'Content could not be loaded.',
};
