// Changes content as staff do, through the official client, and puts it back.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export async function staff(): Promise<SupabaseClient> {
  const client = createClient(given('UMEED_URL'), given('UMEED_ANON_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
  const { error } = await client.auth.signInWithPassword({
    email: given('UMEED_EMAIL'),
    password: given('UMEED_PASSWORD'),
  });
  if (error) throw error;
  return client;
}

/** The answer's data, or its error thrown. */
export function sure<T>({ data, error }: { data: T; error: unknown }): T {
  if (error) throw error;
  return data;
}

/** While `run` runs, one document of website_content is what `change` makes of it. */
export async function withContent(
  pageKey: string,
  change: (content: Record<string, unknown>) => Record<string, unknown>,
  run: () => Promise<void>,
) {
  const client = await staff();
  const table = () => client.from('website_content');
  const row = sure(await table().select('*').eq('page_key', pageKey).single());
  sure(
    await table()
      .update({ content: change(structuredClone(row.content)) })
      .eq('page_key', pageKey),
  );
  try {
    await run();
  } finally {
    sure(await table().update({ content: row.content }).eq('page_key', pageKey));
  }
}

/** While `run` runs, one document of website_content does not exist, so that reading it fails. */
export async function withoutContent(pageKey: string, run: () => Promise<void>) {
  const client = await staff();
  const table = () => client.from('website_content');
  const row = sure(await table().select('*').eq('page_key', pageKey).single());
  sure(await table().delete().eq('page_key', pageKey));
  try {
    await run();
  } finally {
    sure(await table().insert(row));
  }
}

/** While `run` runs, a table holds just these rows. */
export async function withOnlyRows(table: string, rows: object[], run: () => Promise<void>) {
  const client = await staff();
  const kept = sure(await client.from(table).select('*').limit(1000)) ?? [];
  const clear = async () => sure(await client.from(table).delete().not('id', 'is', null));
  await clear();
  try {
    for (let at = 0; at < rows.length; at += 500)
      sure(await client.from(table).insert(rows.slice(at, at + 500)));
    await run();
  } finally {
    await clear();
    if (kept.length) sure(await client.from(table).insert(kept));
  }
}
