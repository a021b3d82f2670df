// For `vite`, the development server: the admin's document. It is the public one (index.html) with the admin's entry
// and with the settings that the running server writes into its own document.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const settings = /<script type="application\/json" id="umeed-admin">.*?<\/script>/s;

export function adminDocument(backend: string): Plugin {
  return {
    name: 'admin-document',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const url = request.originalUrl ?? '/';
        const { pathname } = new URL(url, backend);
        const document = request.headers.accept?.includes('text/html');
        if (!document || !(pathname === '/admin' || pathname.startsWith('/admin/'))) return next();
        try {
          const theirs = await (await fetch(`${backend}/admin`)).text();
          const page = await readFile(new URL('./index.html', import.meta.url), 'utf8');
          const html = page
            .replace('/src/entry-client.tsx', '/src/entry-admin.tsx')
            .replace('</body>', `${settings.exec(theirs)?.[0] ?? ''}</body>`);
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(await server.transformIndexHtml(url, html));
        } catch {
          response.statusCode = 502;
          response.end(
            `No server answers at ${backend} yet. It may still be compiling: load this page again.\n`,
          );
        }
      });
    },
  };
}
