import { expect, test } from 'vitest';
import { cleanLink, warnIban, warnLength, warnLink, warnPhone, warnRecipient, warnSwift } from './warnings';

test('a right IBAN raises no doubt, however it is spaced', () => {
  for (const iban of [
    '',
    'PK36SCBL0000001123456702',
    'pk36 scbl 0000 0011 2345 6702',
    'GB82 WEST 1234 5698 7654 32',
  ])
    expect(warnIban(iban)).toBeUndefined();
});

test('a wrong IBAN is doubted in words that say what is wrong', () => {
  expect(warnIban('PK36SCBL000000112345670')).toContain('24 characters; this one has 23');
  expect(warnIban('PK36SCBL0000001123456703')).toContain('check digits');
  expect(warnIban('0000012345678901')).toContain('two letters');
  expect(warnIban('GB82WEST')).toContain('15 to 34');
});

test('telephone numbers', () => {
  for (const phone of ['+92 41 000 0000', '041-1234567', '(0300) 1234567 ext 5']) {
    expect(warnPhone(phone)).toBeUndefined();
  }
  for (const phone of ['', '123', 'call us', '+92 300 1234567 0301 7654321']) {
    expect(warnPhone(phone)).toBeTypeOf('string');
  }
});

test('what mail is sent to is one address', () => {
  for (const good of ['', ' amina@example.org ', 'a.b+c@mail.example.org'])
    expect(warnRecipient(good)).toBeUndefined();
  for (const bad of ['Amina', 'amina@', 'amina@example', 'a@example.org, b@example.org', '<a@example.org>'])
    expect(warnRecipient(bad)).toContain('name@example.org');
});

test('swift codes and lengths', () => {
  expect(warnSwift('SAMPPKKAXXX')).toBeUndefined();
  expect(warnSwift('SAMP')).toBeTypeOf('string');
  expect(warnLength('a'.repeat(300), 300)).toBeUndefined();
  expect(warnLength('😀'.repeat(300), 300)).toBeUndefined();
  expect(warnLength('a'.repeat(301), 300)).toContain('301');
});

test('links without a scheme get one, and what leads nowhere is doubted and kept', () => {
  expect(cleanLink(' www.example.org/x ')).toBe('https://www.example.org/x');
  expect(cleanLink('facebook.com/umeed')).toBe('https://facebook.com/umeed');
  for (const good of ['/', '/donate', '#top', 'https://example.org/', 'mailto:a@b.org', 'tel:+9241']) {
    expect(cleanLink(good)).toBe(good);
    expect(warnLink(good)).toBeUndefined();
  }
  expect(cleanLink('two words')).toBe('two words');
  expect(warnLink('two words')).toContain('no spaces');
  expect(warnLink('')).toBeUndefined();
});
