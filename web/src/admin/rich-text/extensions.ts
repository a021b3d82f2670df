// Exactly the formats of the toolbar; the server keeps no others.
import StarterKit from '@tiptap/starter-kit';
import { checkLink } from './link';

export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    gapcursor: false,
    // It would add an empty paragraph to every text that ends in a list.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      protocols: ['mailto', 'tel'],
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: url => 'href' in checkLink(url),
    },
  }),
];
