// The documents of website_content: one per page of the site.
import type { Document } from '../edit/document';
import { apiError } from './errors';
import { rest } from './session-clients';

export interface PageDocument {
  content: Document;
  updated_at: string;
}

export async function readDocument(pageKey: string): Promise<PageDocument> {
  const answer = await rest
    .from('website_content')
    .select('content, updated_at')
    .eq('page_key', pageKey)
    .single();
  if (answer.error) throw apiError(answer);
  return answer.data as PageDocument;
}

/** The document as it is now stored; undefined when it no longer is what was seen. */
export async function writeDocument(
  pageKey: string,
  content: Document,
  seen: string,
): Promise<PageDocument | undefined> {
  const answer = await rest
    .from('website_content')
    .update({ content })
    .eq('page_key', pageKey)
    .eq('updated_at', seen)
    .select('content, updated_at');
  if (answer.error) throw apiError(answer);
  // An answer without a body says that it is stored, and not as what.
  return answer.data === null ? readDocument(pageKey) : (answer.data as PageDocument[])[0];
}
