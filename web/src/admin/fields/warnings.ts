// Kind doubts about what was typed. They never stop a save: a bank or a telephone company may know better.

/** ISO 13616: move the first four to the end, letters become numbers, the remainder by 97 is 1. */
function remainder(iban: string): number {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

export function doubtIban(text: string): string | undefined {
  const iban = text.replace(/\s+/g, '').toUpperCase();
  if (!iban) return undefined;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban))
    return 'An IBAN begins with two letters and two digits, such as PK36. Please compare it with the bank’s letter.';
  if (iban.startsWith('PK') && iban.length !== 24)
    return `A Pakistani IBAN has 24 characters; this one has ${iban.length}.`;
  if (iban.length < 15 || iban.length > 34)
    return `An IBAN has 15 to 34 characters; this one has ${iban.length}.`;
  if (remainder(iban) !== 1)
    return 'The check digits do not fit, so one character is probably wrong. Please compare it once more.';
  return undefined;
}

export function doubtSwift(text: string): string | undefined {
  const code = text.replace(/\s+/g, '');
  if (!code || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/i.test(code)) return undefined;
  return 'A SWIFT code has 8 or 11 letters and digits, such as SCBLPKKX.';
}

export function doubtPhone(text: string): string | undefined {
  if (!text.trim()) return 'This line is empty; visitors would see an empty entry.';
  const digits = text.replace(/\D/g, '').length;
  if (/[^\d\s()+\-./,;extEXT#*]/.test(text))
    return 'This has characters that are unusual in a telephone number.';
  if (digits < 7) return 'This looks short for a telephone number.';
  if (digits > 15) return 'This looks long for one telephone number.';
  return undefined;
}

export function doubtLength(text: string, most: number | undefined): string | undefined {
  const length = [...text].length;
  if (!most || length <= most) return undefined;
  return `This is ${length.toLocaleString('en')} characters long; at most ${most.toLocaleString('en')} can be stored.`;
}
