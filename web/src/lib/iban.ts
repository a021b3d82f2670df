/** 'PK36SCBL0000001123456702' → 'PK36 SCBL 0000 0011 2345 6702', for reading. */
export function groupedIban(iban: string): string {
  return bareIban(iban).replace(/(.{4})(?=.)/g, '$1 ');
}

/** Without spaces, for pasting into a bank's form. */
export function bareIban(iban: string): string {
  return iban.replace(/\s+/g, '');
}
