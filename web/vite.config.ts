// Two builds from one source: the browser's part (dist/client) and the script the server renders with (dist/server).
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pseudo } from './pseudo';

// Files keep an address of their own: a data: address would be paid for on every page, and both builds must agree.
const assetsInlineLimit = 0;

const server = process.env.UMEED_URL ?? 'http://127.0.0.1:8080';

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

export default defineConfig(({ isSsrBuild, command, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [withoutStreaming] : []),
    ...(mode === 'pseudo' ? [pseudo] : []),
  ],
  server: {
    proxy: Object.fromEntries(['/page-data', '/rest', '/auth', '/storage'].map(path => [path, server])),
  },
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
        rolldownOptions: { input: ['src/start.ts', 'src/entry-client.tsx', 'src/entry-admin.tsx'] },
      },
  ...(isSsrBuild && {
    ssr: { noExternal: true, target: 'webworker' as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  ...(command === 'serve' && { appType: 'spa' as const }),
}));
