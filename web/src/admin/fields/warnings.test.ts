import { expect, test } from 'vitest';
import { doubtIban, doubtLength, doubtPhone, doubtSwift } from './warnings';

test('a right IBAN raises no doubt, however it is spaced', () => {
  for (const iban of [
    '',
    'PK36SCBL0000001123456702',
    'pk36 scbl 0000 0011 2345 6702',
    'GB82 WEST 1234 5698 7654 32',
  ])
    expect(doubtIban(iban)).toBeUndefined();
});

test('a wrong IBAN is doubted in words that say what is wrong', () => {
  expect(doubtIban('PK36SCBL000000112345670')).toContain('24 characters; this one has 23');
  expect(doubtIban('PK36SCBL0000001123456703')).toContain('check digits');
  expect(doubtIban('0000012345678901')).toContain('two letters');
  expect(doubtIban('GB82WEST')).toContain('15 to 34');
});

test('telephone numbers', () => {
  for (const phone of ['+92 41 000 0000', '041-1234567', '(0300) 1234567 ext 5']) {
    expect(doubtPhone(phone)).toBeUndefined();
  }
  for (const phone of ['', '123', 'call us', '+92 300 1234567 0301 7654321']) {
    expect(doubtPhone(phone)).toBeTypeOf('string');
  }
});

test('swift codes and lengths', () => {
  expect(doubtSwift('SAMPPKKAXXX')).toBeUndefined();
  expect(doubtSwift('SAMP')).toBeTypeOf('string');
  expect(doubtLength('a'.repeat(300), 300)).toBeUndefined();
  expect(doubtLength('😀'.repeat(300), 300)).toBeUndefined();
  expect(doubtLength('a'.repeat(301), 300)).toContain('301');
});
