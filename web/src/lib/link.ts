// Addresses as people write them.

/**
 * Where a link that staff typed leads: a bare domain gets its https, a bare name is a page of ours. Undefined for what
 * is empty or may not be linked to.
 */
export function linkTarget(typed: string | null | undefined): string | undefined {
  const url = typed?.trim() ?? '';
  if (!url || /\s/.test(url)) return undefined;
  if (/^(https?:\/\/|mailto:|tel:)/i.test(url)) return url;
  if (url.startsWith('//')) return `https:${url}`;
  if (/^[/?#]/.test(url)) return url;
  if (/^[^/@:]+@[^/@:]+\.[^/@:]+$/.test(url)) return `mailto:${url}`;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(url)) return `https://${url}`;
  return /^[\w-]+(\/|$)/.test(url) ? `/${url}` : undefined;
}

/** What a link is called: 'https://www.example.org/' → 'example.org'. */
export function shownAddress(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?|\/$/g, '').replace(/^www\./, '');
}

/** For a telephone link: digits, and the plus of an international number. */
export function telephone(phone: string): string | undefined {
  const digits = phone.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '');
  return /\d{3}/.test(digits) ? `tel:${digits}` : undefined;
}
