// The documents of website_content: one per page of the site.
import type { Document } from '../edit/document';
import { rest } from './session-clients';
import { inWords } from './words';

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
  if (error) throw new Error(inWords(error));
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
  if (error) throw new Error(inWords(error));
  return (data as PageDocument[])[0];
}
