import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import icon, { type Drawing } from './icon';

const used = import.meta.glob('../**/*.tsx', { query: '?raw', import: 'default', eager: true });

const components = new Map(Object.entries(lucide as unknown as Record<string, lucide.LucideIcon>));

/** The drawings that the site uses, by Lucide's names. */
const names = Object.values(used)
  .flatMap(source => [...String(source).matchAll(/import \{([^}]*)\} from 'lucide-react'/g)])
  .flatMap(([, list = '']) => list.split(',').map(name => name.replace(/ as .*|\btype\b/g, '').trim()))
  .filter(name => components.has(name));

const files = import.meta.glob<Drawing>('../../../node_modules/lucide-react/dist/esm/icons/*.mjs', {
  import: '__iconData',
});
const withoutDashes = (name: string) => name.replaceAll('-', '').toLowerCase();
/** Each loads its drawing; Lucide has seventeen hundred, of which the site uses few. */
const loads = new Map(
  Object.entries(files).map(([path, load]) => [withoutDashes(path.replace(/.*\/(.*)\.mjs$/, '$1')), load]),
);

test.each([true, false])(
  'every icon is the element that Lucide would make (on the server: %s)',
  async ssr => {
    vi.stubEnv('SSR', ssr);
    expect(new Set(names).size).toBeGreaterThan(40);
    for (const name of new Set(names)) {
      const theirs = components.get(name);
      const drawing = await loads.get(withoutDashes(theirs?.displayName ?? ''))?.();
      if (!theirs || !drawing) throw new Error(`Lucide has no drawing for ${name}`);
      const ours = icon(drawing);
      for (const props of [
        {},
        { className: 'size-5 text-emerald', strokeWidth: 1.5 },
        { 'aria-label': 'Home' },
      ]) {
        expect(renderToStaticMarkup(createElement(ours, props))).toBe(
          renderToStaticMarkup(createElement(theirs, props)),
        );
      }
    }
  },
);
