import { fieldsOfDocument } from '../fields/declared';
import type { Field } from '../fields/field';
import { adminMessages } from '../messages';
import { contentForm } from './content';
import { inSections } from './sections';

const { content, uploads } = adminMessages();
const texts = content.general_settings;

const messages = { failed: uploads.uploadFailed, uploaded: uploads.uploadedSaveSettings };
const withMessages = (field: Field): Field => (field.kind === 'picture' ? { ...field, messages } : field);

export const settings = contentForm(texts, [
  {
    pageKey: 'general_settings',
    cannotLoad: texts.cannotLoad,
    sections: () =>
      inSections('general_settings', texts.sections).map(section => ({
        ...section,
        fields: section.fields.map(withMessages),
      })),
  },
  {
    pageKey: 'footer',
    cannotLoad: texts.cannotLoadSocial,
    sections: () => [
      {
        key: 'footer',
        ...texts.sections.footer,
        fields: fieldsOfDocument('footer').filter(({ name }) => name === 'social_links'),
      },
    ],
  },
]);
