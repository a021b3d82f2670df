import { expect, test } from 'vitest';
import { csvCell, csvLine, csvPhone } from './csv';

test('[AVOL-2] commas, quotes and line breaks stay inside their cell', () => {
  expect(csvLine(['a', 'b, c', 'say "hello"', 'two\nlines', ''])).toBe(
    'a,"b, c","say ""hello""","two\nlines",\r\n',
  );
});

test('[AVOL-2] Urdu comes out as it went in', () => {
  expect(csvCell('فیصل آباد')).toBe('فیصل آباد');
});

test('[AVOL-2] what a spreadsheet would run is made plain text', () => {
  expect(csvCell('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`);
  expect(csvCell('+1+cmd|x!A1')).toBe("'+1+cmd|x!A1");
  expect(csvCell('+92-300')).toBe("'+92-300");
  expect(csvCell('-1+2')).toBe("'-1+2");
  expect(csvCell('@SUM(A1)')).toBe("'@SUM(A1)");
  expect(csvCell('\t=1')).toBe("'\t=1");
  expect(csvCell('  =1')).toBe("'  =1");
  expect(csvCell('＝1')).toBe("'＝1");
  expect(csvCell('a=b')).toBe('a=b');
});

test.each([
  ['03451234567', '0345 1234567'],
  ['0345 1234567', '0345 1234567'],
  ['0345-1234567', '0345 1234567'],
  ['+923451234567', '+92 345 1234567'],
  ['+92-345-1234567', '+92 345 1234567'],
  ['+92 345 1234567', '+92 345 1234567'],
  ['00923451234567', '0092 3451234567'],
  ['0300 0000000 or 0301', '0300 0000000 or 0301'],
])('[AVOL-2] the telephone number %s keeps its zero, its plus, and no apostrophe', (typed, cell) => {
  expect(csvCell(csvPhone(typed))).toBe(cell);
  expect(csvCell(csvPhone(typed)), 'a spreadsheet would read a plain number').not.toMatch(/^\+?\d+$/);
});

test('[AVOL-2] a formula in the place of a telephone number stays harmless', () => {
  for (const text of ['=1+1', '+1+1', '@SUM(A1)', '-5', '+SUM(A1)'])
    expect(csvCell(csvPhone(text)), text).toBe(`'${text}`);
});
