import { describe, expect, test } from 'vitest';
import { inlineHtml, nestedHtml, plainText } from './rich-text';

describe('inlineHtml', () => {
  test('keeps marks and drops the block around them', () => {
    expect(inlineHtml('<h1>Who <em>we</em> are</h1>')).toBe('Who <em>we</em> are');
  });
  test('turns a second paragraph into a line', () => {
    expect(inlineHtml('<p>One</p>\n<p class="x">Two</p>')).toBe('One<br>Two');
  });
  test('drops the empty paragraph an editor leaves behind', () => {
    expect(inlineHtml('<p>One</p><p><br></p>')).toBe('One');
  });
  test('is empty when only marks are left', () => {
    expect(inlineHtml('<p><strong> </strong><br></p>')).toBe('');
    expect(inlineHtml(undefined)).toBe('');
  });
  test('leaves plain words alone', () => {
    expect(inlineHtml('Our Vision')).toBe('Our Vision');
  });
});

describe('nestedHtml', () => {
  test('gives every heading the same level and remembers its size', () => {
    expect(nestedHtml('<h1 id="a">A</h1><p>b</p><H3>C</H3>', 3)).toBe(
      '<h3 dir="auto" class="size-1">A</h3><p dir="auto">b</p><h3 dir="auto" class="size-3">C</h3>',
    );
  });
  test('leaves out a heading without words', () => {
    expect(nestedHtml('<h2><br></h2><p>b</p>', 3)).toBe('<p dir="auto">b</p>');
  });
  test('does not mistake a rule for a heading', () => {
    expect(nestedHtml('<hr>', 3)).toBe('<hr>');
  });
});

test('plainText leaves words, and unescapes once', () => {
  expect(plainText('<p>Food &amp; care</p><p>&amp;lt;b&gt; <b>now</b>.</p>')).toBe('Food & care &lt;b> now.');
});
