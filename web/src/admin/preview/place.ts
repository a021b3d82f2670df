// Finds what was typed on the page that shows it, so that nobody has to look for it.

/** Enough to tell one text from another. */
const maxLetters = 60;

/** A text as a page shows it, without the marks of rich text: the longest piece of it that stands in one place. */
export function needle(text: string): string {
  const pieces = text.split(/<[^>]*>|\n/).map(plain);
  return pieces
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
    .slice(0, maxLetters);
}

const plain = (text: string) =>
  text
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The first element that shows one of these texts; what the page is about counts before what stands around it. */
export function placeOf(page: Document, texts: readonly string[]): Element | undefined {
  const needles = texts.map(needle).filter(text => text.length > 1);
  for (const wanted of needles)
    for (const part of ['main', 'footer', 'header']) {
      const root = page.querySelector(part);
      const walker = root && page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker?.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        if (parentElement && plain(textContent ?? '').includes(wanted)) return parentElement;
      }
    }
  return undefined;
}

/** Brings an element into sight, in its own frame only. */
export function showIn(page: Document, element: Element | undefined) {
  const view = page.defaultView;
  if (!view || !element) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom <= view.innerHeight) return;
  view.scrollTo({ top: view.scrollY + top - view.innerHeight / 3, behavior: 'instant' });
}
