// @supabase/ssr: sessions in the cookies of a web server, as Next.js and its like keep them.
import { type CookieMethodsServer, createServerClient } from '@supabase/ssr';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { serve } from './site.ts';

const site = serve();

/** A client as a web server makes one for each request, with the browser's cookies. */
function request(jar: Map<string, string>) {
  const cookies: CookieMethodsServer = {
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll: given => {
      for (const { name, value } of given) value ? jar.set(name, value) : jar.delete(name);
    },
  };
  return createServerClient(site.url, site.anonKey, {
    cookies,
    realtime: { transport: WebSocket as never },
  });
}

test('a session lives in the cookies from one request to the next', async () => {
  const jar = new Map<string, string>();
  const { error } = await request(jar).auth.signInWithPassword({
    email: site.email,
    password: site.password,
  });
  expect(error).toBeNull();
  expect([...jar.keys()].some(name => name.includes('auth-token'))).toBe(true);

  const next = request(jar);
  expect((await next.auth.getUser()).data.user?.email).toBe(site.email);
  expect((await next.from('volunteers').select('id')).error).toBeNull();

  const before = [...jar.values()].join();
  const refreshed = await next.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect([...jar.values()].join()).not.toBe(before);
  expect((await request(jar).auth.getClaims()).data?.claims.email).toBe(site.email);

  await request(jar).auth.signOut();
  expect(jar.size).toBe(0);
  expect((await request(jar).from('volunteers').select('id')).error).toMatchObject({ code: '42501' });
});
