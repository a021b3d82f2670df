// The site's menu, made of the places that pages declare.
import type { MenuPlace } from './lib/page';
import type { Messages } from './messages/language';
import { pages } from './routes';

export interface MenuEntry {
  label: string;
  url: string;
  entries?: MenuEntry[];
}

const placed = pages
  .flatMap(page => (page.menu ? [{ page, ...page.menu }] : []))
  .sort((one, other) => one.order - other.order);

/** A group stands where the first of its pages does, and leads there. */
export function menuOf(messages: Messages): MenuEntry[] {
  const entries: (MenuEntry & { group?: MenuPlace['group'] })[] = [];
  for (const { page, group } of placed) {
    const texts = page.texts.of(messages);
    const entry = { label: texts.menu ?? texts.name, url: page.path };
    const known = group && entries.find(other => other.group === group);
    if (known) known.entries?.push(entry);
    else if (group)
      entries.push({ group, label: messages.shell.menuGroups[group], url: page.path, entries: [entry] });
    else entries.push(entry);
  }
  return entries;
}

/** Whether a page belongs to an entry: itself, as a further part of it, or through one of its own entries. */
export function isWithin(entry: MenuEntry, path: string): boolean {
  const part = entry.url !== '/' && path.startsWith(`${entry.url}/`);
  return entry.url === path || part || (entry.entries ?? []).some(child => child.url === path);
}
