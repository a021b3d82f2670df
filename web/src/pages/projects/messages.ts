import type texts from '../../messages/en/pages/projects';
import { pageTexts } from '../../messages/language';

export const messages = pageTexts<typeof texts>('projects');
