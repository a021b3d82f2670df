// Two builds from one source: the browser's part (dist/client) and the script the server renders with (dist/server).
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The server renders inside an engine without streams, timers or TextEncoder. React's string renderer needs none of
// them, but the public entry of react-dom/server also loads the streaming one, which does.
const stringRenderer = fileURLToPath(
  new URL('../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url),
);

// Files keep an address of their own: a data: address would be paid for on every page, and both builds must agree.
const assetsInlineLimit = 0;

const server = process.env.UMEED_URL ?? 'http://127.0.0.1:8080';

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [react(), tailwindcss()],
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
    resolve: { alias: { 'react-dom/server': stringRenderer } },
    ssr: { noExternal: true, target: 'webworker' as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  ...(command === 'serve' && { appType: 'spa' as const }),
}));
