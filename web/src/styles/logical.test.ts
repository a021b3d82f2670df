// No left and no right: a page that is read from right to left uses the same classes. Looks at every source.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = (end: RegExp) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => end.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => ({ file, text: readFileSync(root + file, 'utf8') }));

/** Tailwind's physical utilities, as a whole class name inside a string. */
const classes =
  /(?<=["'`\s:!])-?(?:(?:ml|mr|pl|pr|left|right|scroll-m[lr]|scroll-p[lr]|border-[lr]|rounded-(?:l|r|tl|tr|bl|br))-[\w[\]().%/-]+|text-(?:left|right)|float-(?:left|right)|clear-(?:left|right)|border-[lr]|rounded-(?:l|r|tl|tr|bl|br))(?=["'`\s!])/g;

/** Properties and values; the two gradient directions in base.css have logical names, as CSS has none for them. */
const declarations =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|(?:left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius)/g;

const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

test.each(files(/\.tsx?$/))('$file has no physical class', ({ text }) => {
  expect(code(text).match(classes) ?? []).toEqual([]);
});

test.each(files(/\.css$/))('$file has no physical property', ({ text }) => {
  expect(code(text).match(declarations) ?? []).toEqual([]);
});

test('the check sees what it looks for', () => {
  const seen = `<p className="ml-2 text-left md:-mr-4 hover:pl-[3px] border-l rounded-tl-soft" />`;
  expect(seen.match(classes)).toEqual([
    'ml-2',
    'text-left',
    '-mr-4',
    'pl-[3px]',
    'border-l',
    'rounded-tl-soft',
  ]);
  expect('a { padding-left: 1px; left: 0; text-align: right }'.match(declarations)).toHaveLength(3);
});
