// Two builds from one source: the browser's part (dist/client) and the script the server renders with (dist/server).
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { adminDocument } from './dev.ts';
import { pseudo } from './pseudo.ts';

// Files keep an address of their own: a data: address would be paid for on every page, and both builds must agree.
const assetsInlineLimit = 0;

const backend = process.env.UMEED_URL ?? 'http://127.0.0.1:8080';

/** Phones that are a few years old. */
const cssTarget = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];
/**
 * Lightning CSS would replace `:dir(rtl)` by a list of languages, but the direction of what people write follows from
 * its letters. (Its `Features.DirSelector`.)
 */
const keepDirection = { exclude: 4 };

/**
 * React's server entry holds two renderers; pages need the one that makes a string, and the other is 130 KB. Where
 * React's own file names no longer match, both are bundled and everything works as before (server/surroundings.ts).
 */
const withoutStreaming: Plugin = {
  name: 'without-streaming',
  enforce: 'pre',
  resolveId(source, importer) {
    const streaming = /^\.\/cjs\/react-dom-server\.edge\./.test(source);
    return streaming && importer?.endsWith('/react-dom/server.edge.js') ? '\0no-streaming' : null;
  },
  load: id => (id === '\0no-streaming' ? 'module.exports = {}' : null),
};

/**
 * Lucide's drawings, made into components by ui/icon.tsx. Where Lucide's own file names no longer match, by Lucide, and all looks
 * as before.
 */
const icons: Plugin = {
  name: 'icons',
  enforce: 'pre',
  resolveId(source, importer) {
    const theirs = source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/');
    return theirs ? fileURLToPath(new URL('src/ui/icon.tsx', import.meta.url)) : null;
  },
};

/**
 * What both entries import becomes one shared chunk, with all that either of them uses. The admin gets a copy of the
 * generated schema for itself, so that visitors load only the few lines that public pages use.
 */
const schemaForAdmin: Plugin = {
  name: 'schema-for-admin',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!/\/schema\.gen$/.test(source) || !importer?.includes('/src/admin/')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?admin`;
  },
};

/**
 * The address of the part that solves the forms' challenges (lib/proof.ts). An ordinary `import()` of it would bring
 * Vite's loader of style sheets onto every page, half a kilobyte for a part that has none.
 */
const proofAddress = (built: boolean): Plugin => ({
  name: 'proof-address',
  resolveId: source => (source === 'virtual:proof-address' ? `\0${source}` : null),
  load(id) {
    if (id !== '\0virtual:proof-address') return null;
    if (!built) return "export default '/src/lib/proof.ts'";
    const chunk = this.emitFile({ type: 'chunk', id: 'src/lib/proof.ts', preserveSignature: 'strict' });
    return `export default import.meta.ROLLUP_FILE_URL_${chunk}`;
  },
});

export default defineConfig(({ isSsrBuild, command, mode }) => ({
  plugins: [
    react(),
    tailwindcss({ optimize: false }), // Vite's own step does it, with the targets above
    adminDocument(backend),
    icons,
    proofAddress(command === 'build' && !isSsrBuild),
    ...(isSsrBuild ? [withoutStreaming] : [schemaForAdmin]),
    ...(mode === 'pseudo' ? [pseudo] : []),
  ],
  server: {
    proxy: {
      ...Object.fromEntries(['/page-data', '/rest', '/auth', '/storage'].map(path => [path, backend])),
      '/realtime': { target: backend, ws: true },
    },
  },
  css: { lightningcss: keepDirection },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        assetsInlineLimit,
        copyPublicDir: false,
        minify: true,
        target: 'es2022',
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          output: { format: 'iife', entryFileNames: 'server.js', codeSplitting: false },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit,
        modulePreload: { polyfill: false },
        target: 'es2022',
        cssTarget,
        cssMinify: 'lightningcss' as const,
        rolldownOptions: { input: ['src/start.ts', 'src/entry-client.tsx', 'src/entry-admin.tsx'] },
      },
  ...(isSsrBuild && {
    ssr: { noExternal: true, target: 'webworker' as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  ...(command === 'serve' && { appType: 'spa' as const }),
}));
