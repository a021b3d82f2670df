import { expect, test } from 'vitest';
import { messageHtml } from './message';

test('a chat message becomes paragraphs with its marks', () => {
  const copied = '[14:03, 12/11/2026] Amina: *Free camp* on _Sunday_\n\n~9 am~ 10 am <gate 2>\u200e';
  expect(messageHtml(copied)).toBe(
    '<p><strong>Free camp</strong> on <em>Sunday</em></p><p><s>9 am</s> 10 am &lt;gate 2&gt;</p>',
  );
  expect(messageHtml('2*3*4 and snake_case_name')).toBe('<p>2*3*4 and snake_case_name</p>');
});

test('time and sender go, however the phone writes them', () => {
  const stamps = [
    '[14:03, 12/11/2026] Amina: ',
    '[14/07, 10:15 am] Amina: ',
    '[14/07, 10:15\u202fam] ~\u202fAmina Bibi: ',
    '[14/07/2026, 10:15:33 AM] Amina: ',
    '\u200e[14/07/26, 22:15:33] +92 300 1234567: ',
    '[7/14/26, 10:15:33 a.m.] Amina: ',
    '[14.07.26, 10:15:33] Amina: ',
    '[2026-07-14, 10:15:33] Amina: ',
    '14/07/2026, 10:15 am - Amina: ',
    '7/14/26, 10:15 PM - +92 300 1234567: ',
    '14.07.26, 10:15 - Amina: ',
  ];
  for (const stamp of stamps) expect(messageHtml(`${stamp}Camp: at 9`), stamp).toBe('<p>Camp: at 9</p>');
});

test('words that only look a little like a stamp stay', () => {
  for (const text of ['[14/07] Camp: free', 'On 14/07, 10:15 am - bring: water', 'Sunday, 10:15: gate opens'])
    expect(messageHtml(text)).toBe(`<p>${text}</p>`);
});

test('lists written by hand become lists', () => {
  expect(messageHtml('Bring:\n- rice\n- *flour*\n\n- oil\nThank you')).toBe(
    '<p>Bring:</p><ul><li>rice</li><li><strong>flour</strong></li><li>oil</li></ul><p>Thank you</p>',
  );
  expect(messageHtml('• eyes\n• teeth')).toBe('<ul><li>eyes</li><li>teeth</li></ul>');
  expect(messageHtml('* eyes\n* teeth')).toBe('<ul><li>eyes</li><li>teeth</li></ul>');
  expect(messageHtml('1. Come early\n2. Bring your card\n3) Wait')).toBe(
    '<ol><li>Come early</li><li>Bring your card</li><li>Wait</li></ol>',
  );
  expect(messageHtml('1. a\n2. b\n- c')).toBe('<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>');
});

test('a number, a date and a dash inside a sentence make no list', () => {
  for (const text of ['14. August is a holiday', '1. Floor', '-5 degrees', '*bold* words', '3.5 kg rice'])
    expect(messageHtml(text)).not.toContain('<li>');
});
