// Staff's rich text was sanitised by the server when it was saved. What is left to do is fit it into a page's outline.

/** For a heading: the inline marks only, since a block may not stand inside a heading. Empty when there are no words. */
export function inlineHtml(html: string | null | undefined): string {
  if (!html || !plainText(html)) return '';
  return html
    .replace(/<\/(p|h[1-6]|div|li|blockquote)>\s*<(p|h[1-6]|div|li|blockquote)\b[^>]*>/gi, '<br>')
    .replace(/<\/?(p|h[1-6]|div|ul|ol|li|blockquote)\b[^>]*>/gi, '')
    .replace(/^(\s|<br\s*\/?>)+|(\s|<br\s*\/?>)+$/gi, '');
}

/**
 * For running text: an editor's headings take the level that comes next in the page, and keep their size by class. Each
 * block finds its own direction, since one text may hold Urdu and English. A heading without words is left out.
 */
export function nestedHtml(html: string, level: 2 | 3): string {
  return html
    .replace(/<h([1-6])\b[^>]*>(\s|&nbsp;|<br\s*\/?>)*<\/h\1>/gi, '')
    .replace(/<h([1-6])\b[^>]*>/gi, (_, size: string) => `<h${level} dir="auto" class="size-${size}">`)
    .replace(/<\/h[1-6]>/gi, `</h${level}>`)
    .replace(/<(p|ul|ol|li|blockquote)\b/gi, '<$1 dir="auto"');
}

/** Words alone, for a description or an alternative text. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}
