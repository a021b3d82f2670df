import { adminMessages } from '../messages';
import { contentForm } from './content';
import { inSections } from './sections';

const texts = adminMessages().content.donation_details;

const switchName = 'online_donations_enabled';
const keyName = 'payment_gateway_api_key';

export const donations = contentForm(
  texts,
  [
    {
      pageKey: 'donation_details',
      cannotLoad: texts.cannotLoad,
      sections: () =>
        inSections('donation_details', texts.sections, { apart: { online: [switchName, keyName] } }).map(
          section => ({
            ...section,
            fields: section.fields.map(field =>
              field.name === keyName && field.kind === 'line' ? { ...field, onlyWith: switchName } : field,
            ),
          }),
        ),
    },
  ],
  { watched: true },
);
