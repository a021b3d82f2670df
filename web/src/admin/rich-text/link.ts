// Checks an address that a person typed for a link. Pure.

export type Checked = { href: string } | { problem: string };

export function checkLink(typed: string): Checked {
  const text = typed.trim();
  if (!text) return { problem: 'Please type the address the link leads to.' };
  if (/\s/.test(text)) return { problem: 'An address has no spaces.' };
  if (/^[/#]/.test(text) && !text.startsWith('//')) return { href: text };
  if (/^(mailto|tel):./i.test(text)) return { href: text };
  if (/^[^@/:]+@[^@/:]+\.[^@/:.]+$/.test(text)) return { href: `mailto:${text}` };
  const [, scheme] = /^([a-z][a-z0-9+-]*):(?!\d)/i.exec(text) ?? [];
  if (scheme && !/^https?$/i.test(scheme))
    return { problem: 'A link leads to a web page (https://…), an email address or a telephone number.' };
  const address = scheme ? text : `https://${text.replace(/^\/\//, '')}`;
  try {
    const { hostname, href } = new URL(address);
    if (!hostname.includes('.') && hostname !== 'localhost') throw new Error('no host');
    return { href: scheme ? text : href.replace(/\/$/, '') };
  } catch {
    return { problem: 'This does not look like an address. Examples: https://example.org or /donate.' };
  }
}
