import { expect, test } from 'vitest';
import { checkLink } from './link';
import { messageHtml } from './message';

test('addresses that lead somewhere', () => {
  const cases = {
    'https://example.org/a?b=1': 'https://example.org/a?b=1',
    'example.org': 'https://example.org',
    ' www.example.org/x ': 'https://www.example.org/x',
    '/donate': '/donate',
    '#top': '#top',
    'help@example.org': 'mailto:help@example.org',
    'tel:+92410000000': 'tel:+92410000000',
  };
  for (const [typed, href] of Object.entries(cases)) expect(checkLink(typed)).toEqual({ href });
});

test('addresses that do not', () => {
  for (const typed of ['', 'two words', 'javascript:alert(1)', 'data:text/html,x', 'hello', 'https://']) {
    expect(checkLink(typed), typed).toHaveProperty('problem');
  }
});

test('a chat message becomes paragraphs with its marks', () => {
  const copied = '[14:03, 12/11/2026] Amina: *Free camp* on _Sunday_\n\n~9 am~ 10 am <gate 2>\u200e';
  expect(messageHtml(copied)).toBe(
    '<p><strong>Free camp</strong> on <em>Sunday</em></p><p><s>9 am</s> 10 am &lt;gate 2&gt;</p>',
  );
  expect(messageHtml('2*3*4 and snake_case_name')).toBe('<p>2*3*4 and snake_case_name</p>');
});
