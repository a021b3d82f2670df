// What staff or visitors wrote may be Urdu, or English with Urdu in it. The browser finds the direction by itself; that the
// lines have to be taller for Nastaliq is said here, in the page as the server sends it. Pure.
import { cn } from '../ui/cn';

const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/;

/** The class of an element whose text has letters of the Arabic script. */
export function script(text: string | null | undefined): string | undefined {
  return arabic.test(text ?? '') ? 'urdu' : undefined;
}

/** The attributes of an element that holds this text. */
export function written(text: string | null | undefined, className?: string) {
  return { dir: 'auto', className: cn(className, script(text)) || undefined } as const;
}
