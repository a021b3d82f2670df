import type { PictureField } from '../fields/field';
import type { ContentForm } from './content';

const words: PictureField['words'] = { failed: 'Upload failed', uploaded: "Don't forget to save." };

export const settings: ContentForm = {
  documents: [
    {
      pageKey: 'general_settings',
      cannotLoad: 'Failed to load settings',
      sections: [
        {
          heading: 'Name and Marks',
          fields: [
            {
              kind: 'line',
              name: 'site_name',
              label: 'Site name',
              most: 500,
              help: 'In the header, the footer and the title of every page.',
            },
            {
              kind: 'picture',
              name: 'logo_url',
              label: 'Logo',
              folder: 'logo',
              shape: 'mark',
              words,
              help: 'In the header and the footer of every page.',
            },
            {
              kind: 'picture',
              name: 'favicon_url',
              label: 'Favicon',
              folder: 'favicon',
              shape: 'mark',
              accept: 'image/x-icon,image/vnd.microsoft.icon,.ico,image/png,image/svg+xml',
              words,
              help: 'The small mark in the browser’s tab: an ICO, PNG or SVG file.',
            },
          ],
        },
      ],
    },
    {
      pageKey: 'footer',
      cannotLoad: 'Failed to load footer for social links',
      sections: [
        {
          heading: 'Social Links',
          help: 'The icons under “Follow Us” in the footer.',
          fields: [
            {
              kind: 'list',
              name: 'social_links',
              label: 'Links',
              entry: 'social link',
              parts: [
                { name: 'platform', label: 'Platform' },
                { name: 'url', label: 'URL', input: 'url' },
              ],
              add: 'Add Social Link',
              fresh: { platform: 'Facebook', url: 'https://facebook.com' },
            },
          ],
        },
      ],
    },
  ],
  save: 'Save All Settings',
  saved: { title: 'Settings saved successfully!' },
  cannotSave: 'Failed to save settings',
  failed: 'Settings could not be loaded. Please try again later.',
};
