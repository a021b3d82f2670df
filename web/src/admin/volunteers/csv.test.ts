import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv';

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
  expect(csvCell('+92 300 0000000')).toBe("'+92 300 0000000");
  expect(csvCell('-1+2')).toBe("'-1+2");
  expect(csvCell('@SUM(A1)')).toBe("'@SUM(A1)");
  expect(csvCell('\t=1')).toBe("'\t=1");
  expect(csvCell('  =1')).toBe("'  =1");
  expect(csvCell('＝1')).toBe("'＝1");
  expect(csvCell('a=b')).toBe('a=b');
});
