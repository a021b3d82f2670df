// Checks an address that a person typed for a link. Pure.

import { adminMessages } from '../messages';

export type Checked = { href: string } | { problem: string };

export function checkLink(typed: string): Checked {
  const messages = adminMessages().fields;
  const text = typed.trim();
  if (!text) return { problem: messages.linkEmpty };
  if (/\s/.test(text)) return { problem: messages.linkSpaces };
  if (/^[/#]/.test(text) && !text.startsWith('//')) return { href: text };
  if (/^(mailto|tel):./i.test(text)) return { href: text };
  if (/^[^@/:]+@[^@/:]+\.[^@/:.]+$/.test(text)) return { href: `mailto:${text}` };
  const [, scheme] = /^([a-z][a-z0-9+-]*):(?!\d)/i.exec(text) ?? [];
  if (scheme && !/^https?$/i.test(scheme)) return { problem: messages.linkScheme };
  const address = scheme ? text : `https://${text.replace(/^\/\//, '')}`;
  try {
    const { hostname, href } = new URL(address);
    if (!hostname.includes('.') && hostname !== 'localhost') throw new Error('no host');
    return { href: scheme ? text : href.replace(/\/$/, '') };
  } catch {
    return { problem: messages.linkUnclear };
  }
}
