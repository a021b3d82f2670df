import { adminMessages } from '../messages';
import { contentForm } from './content';
import { inSections } from './sections';

const { contact: contactTexts, footer: footerTexts, newsletter_section } = adminMessages().content;

export const contact = contentForm(contactTexts, [
  {
    pageKey: 'contact',
    cannotLoad: contactTexts.cannotLoad,
    sections: () => inSections('contact', contactTexts.sections),
  },
]);

/** Everything in the footer but the social links, which are among the settings. */
export const footer = contentForm(footerTexts, [
  {
    pageKey: 'footer',
    cannotLoad: footerTexts.cannotLoad,
    sections: () => inSections('footer', footerTexts.sections, { without: ['social_links'] }),
  },
  {
    pageKey: 'newsletter_section',
    cannotLoad: newsletter_section.cannotLoad,
    sections: () => inSections('newsletter_section', footerTexts.sections),
  },
]);
