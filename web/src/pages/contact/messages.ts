import type texts from '../../messages/en/pages/contact';
import { pageTexts } from '../../messages/language';

export const messages = pageTexts<typeof texts>('contact');
