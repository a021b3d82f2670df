// Makes a logo ready to be sent with the set-up: no larger than any page shows it, and as text.
import { adminMessages } from '../messages';
import { safeName } from '../upload/photo';
import { prepare, UnusableFile } from '../upload/prepare';

/** No page shows a logo wider than half of this. */
const longestSide = 1024;
/** What the server takes with the set-up. */
const maxBytes = 2 * 1024 * 1024;

export async function prepareLogo(file: File): Promise<File> {
  const ready = await prepare(file, longestSide);
  if (ready.size > maxBytes)
    throw new UnusableFile(adminMessages().setUp.logo.tooLarge(String(maxBytes / 2 ** 20)));
  return ready;
}

export async function asBase64(file: File): Promise<{ name: string; data: string }> {
  const address = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
  return { name: safeName(file.name), data: address.slice(address.indexOf(',') + 1) };
}
