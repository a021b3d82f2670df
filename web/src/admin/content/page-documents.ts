// The documents of website_content through the official client: read, and written only if nobody wrote in between.

import { errorMessage } from '../api/errors';
import { rest } from '../api/session-clients';
import type { Document } from '../edit/document';

export interface PageDocument {
  content: Document;
  updated_at: string;
}

export async function readDocument(pageKey: string): Promise<PageDocument> {
  const { data, error } = await rest
    .from('website_content')
    .select('content, updated_at')
    .eq('page_key', pageKey)
    .single();
  if (error) throw new Error(errorMessage(error));
  return data as PageDocument;
}

/** The document as it is now stored; undefined when it no longer is what was seen. */
export async function writeDocument(
  pageKey: string,
  content: Document,
  seen: string,
): Promise<PageDocument | undefined> {
  const { data, error } = await rest
    .from('website_content')
    .update({ content })
    .eq('page_key', pageKey)
    .eq('updated_at', seen)
    .select('content, updated_at');
  if (error) throw new Error(errorMessage(error));
  // Without a body (204) nobody can tell from the answer what is stored: it is read again then, as after any refusal.
  return (data as PageDocument[] | null)?.[0];
}
