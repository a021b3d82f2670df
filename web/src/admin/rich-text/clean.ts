// Between the site's HTML and the editor's. What is stored is plain semantic HTML: no classes, no wrappers of the editor.
// Needs a browser's parser.

/** The site's form: list items without inner paragraphs, blank lines kept, nothing at all for an empty text. */
export function toStored(html: string): string {
  const body = parse(html);
  for (const item of body.querySelectorAll('li')) {
    const first = item.firstElementChild;
    if (first?.tagName === 'P' && item.querySelectorAll(':scope > p').length === 1) unwrap(first);
  }
  const blank = (element: Element | null) => element?.tagName === 'P' && element.innerHTML === '';
  while (blank(body.firstElementChild)) body.firstElementChild?.remove();
  while (blank(body.lastElementChild)) body.lastElementChild?.remove();
  for (const paragraph of body.querySelectorAll('p:empty')) paragraph.append(document.createElement('br'));
  return body.innerHTML;
}

/** The editor's form: a blank line is an empty paragraph there. */
export function toEditor(html: string): string {
  return html.replace(/<p><br\s*\/?><\/p>/g, '<p></p>');
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes);
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
