// What another program put on the clipboard, made plain: Word's drawn lists, WhatsApp's pictures of smileys, Google's <b>
// around everything. The editor drops what it does not know. Needs a browser's parser.

import { readWrittenLists } from './written-lists';

const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, div, table, blockquote, pre';

export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(smiley(picture));
  for (const waste of body.querySelectorAll('style, script, meta, link, title, xml, o\\:p')) waste.remove();
  wordLists(body);
  keepLines(body);
  for (const span of body.querySelectorAll('span[style], font')) marksOf(span);
  // Google Docs wraps a whole copy into a <b> that is not bold.
  for (const bold of body.querySelectorAll('b, strong')) {
    if (/normal|400/.test(styleOf(bold, 'font-weight'))) unwrap(bold);
  }
  linesToParagraphs(body);
  readWrittenLists(body);
  for (const element of body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
  }
  // Other programs make room with empty paragraphs; here the page does.
  for (const paragraph of body.querySelectorAll('p')) if (!paragraph.textContent?.trim()) paragraph.remove();
  return body.innerHTML.replace(/\u00a0/g, ' ').replace(/&nbsp;/g, ' ');
}

/** Chats draw smileys as pictures that say in their text which one it is; other pictures are uploaded, not pasted. */
function smiley(picture: HTMLImageElement): string {
  const { alt } = picture;
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(alt) && alt.length < 16 ? alt : '';
}

/** Word writes a list as paragraphs with a drawn bullet in front and the depth in their style. */
function wordLists(body: HTMLElement) {
  let open: HTMLElement[] = [];
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const style = `${paragraph.getAttribute('style')} ${paragraph.className}`;
    if (!/mso-list|MsoListParagraph/i.test(style)) {
      open = [];
      continue;
    }
    const drawn = /^\s*(?:[·•▪o§–-]|(\d+|[a-z]+)[.)])\s+/i.exec(
      (paragraph.textContent ?? '').replace(/\u00a0/g, ' '),
    );
    const tag = drawn?.[1] ? 'ol' : 'ul';
    const depth = Math.min(Number(/level(\d)/.exec(style)?.[1] ?? 1), open.length + 1);
    open.length = Math.min(open.length, depth);
    let list = open[depth - 1];
    const goesOn = open[0]?.nextElementSibling === paragraph && list?.tagName.toLowerCase() === tag;
    if (!list || !goesOn) {
      list = document.createElement(tag);
      const above = open[depth - 2]?.lastElementChild;
      if (above) above.append(list);
      else paragraph.before(list);
      open[depth - 1] = list;
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

/** Where a style says that line ends count, they are written down as such. */
function keepLines(body: HTMLElement) {
  for (const element of body.querySelectorAll('[style*="white-space"]')) {
    if (!/pre|break-spaces/.test(styleOf(element, 'white-space'))) continue;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const lines = text.data.split('\n');
      if (lines.length > 1)
        text.replaceWith(
          ...lines.flatMap((line, at) => (at ? [document.createElement('br'), line] : [line])),
        );
    }
  }
}

/** Bold and italic that another program expressed by style. A link is underlined anyway. */
function marksOf(element: Element) {
  const decoration = styleOf(element, 'text-decoration');
  const tags = [
    /bold|[6-9]00/.test(styleOf(element, 'font-weight')) && !element.closest('h1, h2, h3') && 'strong',
    styleOf(element, 'font-style') === 'italic' && 'em',
    decoration.includes('underline') && !element.closest('a') && 'u',
    decoration.includes('line-through') && 's',
  ].filter(tag => tag !== false);
  for (const tag of tags) {
    const mark = document.createElement(tag);
    mark.append(...element.childNodes);
    element.append(mark);
  }
  unwrap(element);
}

/** A chat's message has lines and no paragraphs; a line end between paragraphs says nothing. */
function linesToParagraphs(body: HTMLElement) {
  if (body.querySelector(blocks)) {
    for (const end of body.querySelectorAll('br')) {
      if (end.parentElement === body || end.parentElement?.matches('ul, ol')) end.remove();
    }
    return;
  }
  for (const span of body.querySelectorAll('span')) unwrap(span);
  if (!body.querySelector(':scope > br')) return;
  const lines: Node[][] = [[]];
  for (const node of [...body.childNodes]) {
    if (node.nodeName === 'BR') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  const paragraphs = lines.map(line => {
    const paragraph = document.createElement('p');
    paragraph.append(...line);
    return paragraph;
  });
  body.replaceChildren(...paragraphs);
}

/** From the text of the attribute: the page's policy keeps the browser from reading styles written into elements. */
function styleOf(element: Element, property: string): string {
  const written = (element.getAttribute('style') ?? '').split(';').map(one => one.split(':'));
  return written.findLast(([name]) => name?.trim() === property)?.[1]?.trim() ?? '';
}

function unwrap(element: Element) {
  element.replaceWith(...element.childNodes);
}
