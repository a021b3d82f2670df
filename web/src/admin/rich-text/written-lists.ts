// Paragraphs that another program put on the clipboard and that somebody wrote as a list ("- rice", "1. flour"), or that
// begin with a chat's time and sender. Needs a browser's parser.
import { classify, withoutStamp } from './message';

export function readWrittenLists(body: HTMLElement) {
  const paragraphs = [...body.querySelectorAll<HTMLElement>(':scope > p')];
  for (const paragraph of paragraphs) {
    const text = paragraph.textContent ?? '';
    cutStart(paragraph, text.length - withoutStamp(text).length);
  }
  const lines = paragraphs.map(paragraph => (paragraph.textContent ?? '').trim());
  let list: HTMLElement | undefined;
  classify(lines).forEach(({ kind, text }, index) => {
    const paragraph = paragraphs[index];
    if (!paragraph || kind === 'text') {
      list = undefined;
      return;
    }
    const tag = kind === 'bullet' ? 'UL' : 'OL';
    if (list?.tagName !== tag || list.nextElementSibling !== paragraph) {
      list = document.createElement(tag);
      paragraph.before(list);
    }
    const untrimmed = (paragraph.textContent ?? '').trimEnd();
    cutStart(paragraph, untrimmed.length - text.length);
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  });
}

/** Removes this many characters from the beginning of an element's text, whatever elements they are in. */
function cutStart(element: HTMLElement, length: number) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = length;
  while (left > 0 && walker.nextNode()) {
    const text = walker.currentNode as Text;
    const cut = Math.min(left, text.data.length);
    text.data = text.data.slice(cut);
    left -= cut;
  }
}
