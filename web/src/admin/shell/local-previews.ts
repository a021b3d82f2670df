// A picture that was just sent, as this browser has it: it stands in for the stored one until that has come down, which on a
// slow connection takes a while.
const previews = new Map<string, string>();

/** From now on `preview` is this module's to free. */
export function lendPreview(url: string, preview: string) {
  dropPreview(url);
  previews.set(url, preview);
}

export function previewOf(url: string): string | undefined {
  return previews.get(url);
}

/** Forgets the preview without freeing it: the caller does that. */
export function returnPreview(url: string) {
  previews.delete(url);
}

export function dropPreview(url: string) {
  const preview = previews.get(url);
  if (preview) URL.revokeObjectURL(preview);
  previews.delete(url);
}
