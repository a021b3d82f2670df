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

/** What another program put on the clipboard, without its trappings. The editor drops what it has no name for. */
export function cleanPasted(html: string): string {
  const body = parse(html);
  for (const waste of body.querySelectorAll('style, script, meta, link, title, xml, img, o\\:p')) {
    waste.remove();
  }
  wordLists(body);
  for (const span of body.querySelectorAll<HTMLElement>('span[style], font')) marksOf(span);
  // Google Docs wraps a whole copy into a <b> that is not bold.
  for (const bold of body.querySelectorAll<HTMLElement>('b, strong')) {
    if (/normal|400/.test(bold.style.fontWeight)) unwrap(bold);
  }
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
  }
  return body.innerHTML.replace(/\u00a0/g, ' ').replace(/&nbsp;/g, ' ');
}

/** Word writes a list as paragraphs with a drawn bullet in front. */
function wordLists(body: HTMLElement) {
  let list: HTMLElement | undefined;
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const marked = /mso-list|MsoListParagraph/i.test(
      `${paragraph.getAttribute('style')} ${paragraph.className}`,
    );
    if (!marked) {
      list = undefined;
      continue;
    }
    const drawn = /^\s*(?:[·•▪o§–-]|(\d+|[a-z])[.)])\s+/.exec(
      (paragraph.textContent ?? '').replace(/\u00a0/g, ' '),
    );
    const tag = drawn?.[1] ? 'ol' : 'ul';
    if (list?.tagName.toLowerCase() !== tag || list.nextElementSibling !== paragraph) {
      list = document.createElement(tag);
      paragraph.before(list);
    }
    const bullet = [...paragraph.querySelectorAll<HTMLElement>('span')].find(span =>
      /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
    );
    bullet?.remove();
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    if (!bullet && drawn) item.innerHTML = item.innerHTML.replace(/^(\s|&nbsp;)*\S+(\s|&nbsp;)+/, '');
    list.append(item);
    paragraph.remove();
  }
}

/** Bold and italic that another program expressed by style. */
function marksOf(element: HTMLElement) {
  const { fontWeight, fontStyle, textDecoration } = element.style;
  const tags = [
    /bold|[6-9]00/.test(fontWeight) && 'strong',
    fontStyle === 'italic' && 'em',
    textDecoration.includes('underline') && 'u',
    textDecoration.includes('line-through') && 's',
  ].filter(tag => tag !== false);
  for (const tag of tags) {
    const mark = document.createElement(tag);
    mark.append(...element.childNodes);
    element.append(mark);
  }
  unwrap(element);
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes);
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
