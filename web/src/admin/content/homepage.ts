import { adminMessages } from '../messages';
import { contentForm } from './content';
import { byPart } from './sections';

const texts = adminMessages().content.homepage;

export const homepage = contentForm(texts, [
  {
    pageKey: 'homepage',
    cannotLoad: texts.cannotLoad,
    sections: () => byPart('homepage', texts.sections),
  },
]);
