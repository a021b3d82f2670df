// Posts drafts into a frame and reads what came of it. A form does that, so that the answer is a document with headers of its
// own, and the token stands in no address.
import type { PreviewDraft } from './draft';

const address = '/admin/preview';

export function post(target: string, token: string, path: string, drafts: readonly PreviewDraft[]) {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: address, target, hidden: true });
  // The server reads the token first, and no further where it is not good.
  for (const [name, value] of Object.entries({ token, path, drafts: JSON.stringify(drafts) }))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}

export type Arrived =
  | { kind: 'shown' | 'signed-out' | 'busy' }
  | { kind: 'refused' | 'failed'; words: string }
  /** No answer of ours: the connection is gone. */
  | { kind: 'nothing' };

/** What a frame holds now; undefined as long as nothing was posted into it. */
export function arrivedIn(frame: HTMLIFrameElement): Arrived | undefined {
  const shown = frame.contentDocument;
  if (shown?.URL === 'about:blank') return undefined;
  const mark = shown?.querySelector('meta[name="umeed-preview"]')?.getAttribute('content');
  const words = shown?.querySelector('p')?.textContent ?? '';
  if (mark === 'shown' || mark === 'signed-out' || mark === 'busy') return { kind: mark };
  if (mark === 'refused' || mark === 'failed') return { kind: mark, words };
  return { kind: 'nothing' };
}
