import { adminMessages } from '../messages';
import { contentForm } from './content';
import { inSections } from './sections';

const texts = adminMessages().content.features;

export const features = contentForm(texts, [
  {
    pageKey: 'features',
    cannotLoad: texts.cannotLoad,
    sections: () =>
      inSections('features', texts.sections, {
        apart: {
          volunteers: ['receive_volunteers'],
          demands: ['owners_need_second_factor', 'bank_details_need_second_factor'],
          times: ['time_zone'],
        },
      }),
  },
]);
