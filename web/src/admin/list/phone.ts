// A telephone number as visitors type it, for a telephone and for WhatsApp. Pure.

/** The country of the foundation; numbers that begin with one zero are from there. */
const country = '92';

/** '0300 0000000' and '+92 300 0000000' → '923000000000'; undefined for what is no single telephone number. */
export function internationalDigits(text: string): string | undefined {
  const plain = text.trim();
  if (!/^\+?[\d\s().\-/]+$/.test(plain)) return undefined;
  const digits = plain.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return undefined;
  if (plain.startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('0')) return country + digits.slice(1);
  // Without a leading zero: a mobile number whose zero was left out, or one with the country's digits.
  return digits.startsWith(country) ? digits : digits.length === 10 ? country + digits : undefined;
}
