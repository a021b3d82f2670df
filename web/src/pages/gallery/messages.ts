import type texts from '../../messages/en/pages/gallery';
import { pageTexts } from '../../messages/language';

export const messages = pageTexts<typeof texts>('gallery');
