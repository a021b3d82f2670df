import type texts from '../../messages/en/pages/volunteer';
import { pageTexts } from '../../messages/language';

export const messages = pageTexts<typeof texts>('volunteer');
