// `vite build --mode pseudo` builds the web app in a language nobody speaks: every text of the catalogues is accented,
// a third longer and in brackets, and written from right to left. What then still reads as English, or does not fit, was
// never in a catalogue or has no room for another language. Only the browser tests use it.
import type { Plugin } from 'vite';

const accents: Record<string, string> = Object.fromEntries(
  [...'aáeéiíoóuúAÁEÉIÍOÓUÚnñcçyýNÑCÇYÝ'.matchAll(/../gu)].map(([pair]) => [pair[0], pair[1]]),
);

/** Put into the bundle as source text, so it may use nothing from outside. */
function translate(accents: Record<string, string>) {
  const text = (plain: string) => {
    if (!/\p{L}/u.test(plain)) return plain;
    const accented = [...plain].map(letter => accents[letter] ?? letter).join('');
    return `⟦${accented}${' one two three four'.slice(0, Math.ceil(plain.length * 0.3))}⟧`;
  };
  const all = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'function') return (...given: unknown[]) => all(value(...given));
    if (Array.isArray(value)) return value.map(all);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, all(part)]));
    return value;
  };
  return all;
}

/** The modules that hold a catalogue, and what each exports. */
const catalogues: Record<string, string> = {
  '/messages/en/index.ts': 'en',
  '/messages/en/ui.ts': 'ui',
  '/messages/en/admin/index.ts': 'admin',
};

const prefix = '\0pseudo:';

export const pseudo: Plugin = {
  name: 'pseudo-language',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer?.startsWith(prefix) || !source.startsWith('.')) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const catalogue = Object.keys(catalogues).some(path => found?.id.endsWith(path));
    return found && catalogue ? prefix + found.id : null;
  },
  load(id) {
    if (!id.startsWith(prefix)) return null;
    const path = id.slice(prefix.length);
    const name = Object.entries(catalogues).find(([end]) => path.endsWith(end))?.[1];
    return `import { ${name} as plain } from ${JSON.stringify(path)};
      const all = (${translate})(${JSON.stringify(accents)});
      export const ${name} = { ...all(plain), ...('lang' in plain && { lang: 'en-XA', dir: 'rtl' }) };`;
  },
};
