// The pictures of docs/hosting.md, taken while live.mjs goes through the steps that the page describes. UMEED_PICTURES names the folder that
// they go to; without it none is taken. WebP, since helpers read the page with dear data too.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.UMEED_PICTURES;
const QUALITY = 70;
if (folder) mkdirSync(folder, { recursive: true });

/** What the page shows now; down to `height`, or as far as the window goes. */
export async function picture(page, name, height) {
  if (!folder) return;
  const view = page.viewportSize();
  if (height) await page.setViewportSize({ ...view, height });
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  await page.setViewportSize(view);
  const path = join(folder, `${name}.webp`);
  writeFileSync(path, Buffer.from(data, 'base64'));
  console.log(`       ${path} (${Math.ceil(statSync(path).size / 1024)} KB)`);
}

const STYLE = `
  body { margin: 0; background: #12261f; color: #f2efe6; font: 15px/1.5 'DejaVu Sans Mono', monospace; }
  pre { margin: 0; padding: 20px 24px; white-space: pre-wrap; font: inherit; }
  .typed { color: #fff; font-weight: bold; } .good { color: #7fd6a8; } .warning { color: #f0bd62; } .broken { color: #ff9b8f; }
`;
const COLUMNS = 96;
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Breaks a line where a terminal is too narrow for it, at a space and under its beginning. */
function broken(line) {
  if (line.length <= COLUMNS) return [line];
  const indent = ' '.repeat(Math.min(/^\s*(?:\S \w+\s+\S[\w ]*?\s{2,})?/.exec(line)[0].length, COLUMNS / 2));
  const at = line.lastIndexOf(' ', COLUMNS);
  if (at <= indent.length) return [line];
  return [line.slice(0, at), ...broken(indent + line.slice(at + 1))];
}

/** A terminal in which this was typed and answered so. */
export async function terminal(browser, name, typed, answered) {
  if (!folder) return;
  const state = line => ({ '✓': 'good', '!': 'warning', '✗': 'broken' })[line.trim()[0]] ?? '';
  const lines = answered
    .trimEnd()
    .split('\n')
    .flatMap(line => broken(line).map(part => [state(line), part]));
  const shown = lines.map(([kind, line]) => `<span class="${kind}">${escaped(line)}</span>`).join('\n');
  const page = await browser.newPage({ viewport: { width: 960, height: 100 } });
  await page.setContent(
    `<style>${STYLE}</style><pre><span class="typed">$ ${escaped(typed)}</span>\n${shown}</pre>`,
  );
  await picture(
    page,
    name,
    await page.evaluate(() => Math.ceil(document.querySelector('pre').getBoundingClientRect().height)),
  );
  await page.close();
}
