import { adminMessages } from '../messages';
import { contentForm } from './content';
import { inSections } from './sections';

const texts = adminMessages().content.testimonials_section;

/** The words at the top of the Testimonials page; the testimonials themselves are a list. */
export const testimonialsPage = contentForm(texts, [
  {
    pageKey: 'testimonials_section',
    cannotLoad: texts.cannotLoad,
    sections: () => inSections('testimonials_section', texts.sections),
  },
]);
