import type texts from '../../messages/en/pages/donate';
import { pageTexts } from '../../messages/language';

export const messages = pageTexts<typeof texts>('donate');
