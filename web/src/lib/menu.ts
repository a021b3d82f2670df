// The site's menu. /testimonials is a page without an entry here.

export interface MenuEntry {
  label: string;
  url: string;
  entries?: MenuEntry[];
}

export const menu: MenuEntry[] = [
  { label: 'Home', url: '/' },
  {
    label: 'About Us',
    url: '/about',
    entries: [
      { label: 'Who We Are', url: '/about' },
      { label: "President's Messages", url: '/presidents-messages' },
      { label: 'Our Team', url: '/team' },
    ],
  },
  {
    label: 'Our Work',
    url: '/projects',
    entries: [
      { label: 'Our Projects', url: '/projects' },
      { label: 'Our Footprint', url: '/footprint' },
      { label: 'Upcoming Projects', url: '/upcoming-projects' },
    ],
  },
  { label: 'Gallery', url: '/gallery' },
  { label: 'Volunteer', url: '/volunteer' },
  { label: 'Blog', url: '/blog' },
  { label: 'Contact', url: '/contact' },
];

/** Whether a page belongs to an entry: itself, as a further part of it, or through one of its own entries. */
export function isWithin(entry: MenuEntry, path: string): boolean {
  const part = entry.url !== '/' && path.startsWith(`${entry.url}/`);
  return entry.url === path || part || (entry.entries ?? []).some(child => child.url === path);
}
