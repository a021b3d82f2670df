// Warnings about what was typed, which say what to do. They never stop a save: a bank or a telephone company may know
// better.
import { adminMessages } from '../messages';
import { checkLink } from '../rich-text/link';

/** ISO 13616: move the first four to the end, letters become numbers, the remainder by 97 is 1. */
function remainder(iban: string): number {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

export function warnIban(text: string): string | undefined {
  const messages = adminMessages().fields;
  const iban = text.replace(/\s+/g, '').toUpperCase();
  if (!iban) return undefined;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return messages.warnIbanStart;
  if (iban.startsWith('PK') && iban.length !== 24) return messages.warnIbanPakistan(iban.length);
  if (iban.length < 15 || iban.length > 34) return messages.warnIbanLength(iban.length);
  return remainder(iban) === 1 ? undefined : messages.warnIbanDigits;
}

export function warnSwift(text: string): string | undefined {
  const code = text.replace(/\s+/g, '');
  if (!code || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(code)) return undefined;
  return adminMessages().fields.warnSwift;
}

export function warnPhone(text: string): string | undefined {
  const messages = adminMessages().fields;
  if (!text.trim()) return messages.warnPhoneEmpty;
  const digits = text.replace(/\D/g, '').length;
  if (/[^\d\s()+\-./,;extEXT#*]/.test(text)) return messages.warnPhoneCharacters;
  if (digits < 7) return messages.warnPhoneShort;
  return digits > 15 ? messages.warnPhoneLong : undefined;
}

/** What the server sends mail to; it refuses what is no address. */
export function warnRecipient(text: string): string | undefined {
  if (!text.trim() || /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())) return undefined;
  return adminMessages().fields.warnRecipient;
}

export function warnLength(text: string, maxLength: number | undefined): string | undefined {
  const { length } = [...text];
  return maxLength && length > maxLength ? adminMessages().fields.warnLength(length, maxLength) : undefined;
}

export function warnLink(text: string): string | undefined {
  if (!text.trim()) return undefined;
  const checked = checkLink(text);
  return 'problem' in checked ? checked.problem : undefined;
}

/** 'www.example.org/x' → 'https://www.example.org/x'; what leads nowhere stays as it was typed. */
export function cleanLink(text: string): string {
  const checked = checkLink(text);
  return 'href' in checked ? checked.href : text.trim();
}
