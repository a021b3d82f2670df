import { expect, test } from 'vitest';
import { checkLink } from './link';

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
