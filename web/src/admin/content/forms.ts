// Every form, for checks that nothing declared is missing from them.
import { about } from './about';
import { contact, footer } from './contact';
import type { ContentForm } from './content';
import { donations } from './donations';
import { features } from './features';
import { homepage } from './homepage';
import { settings } from './settings';
import { testimonialsPage } from './testimonials-page';

export const contentForms: readonly ContentForm[] = [
  homepage,
  about,
  donations,
  contact,
  footer,
  settings,
  testimonialsPage,
  features,
];
