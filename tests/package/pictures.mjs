// The pictures of docs/hosting.md, taken while live.mjs goes through the steps that the page describes. UMEED_PICTURES names the folder that
// they go to; without it none is taken. WebP, since helpers read the page with dear data too.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.UMEED_PICTURES;
const QUALITY = 65;
/** Of the drawn address. */
const BAR = 56;
if (folder) mkdirSync(folder, { recursive: true });

/** What the page shows now: the window, or down to `height`. A phone's page is small, so it is taken with more dots. */
export async function picture(page, name, { height, scale = 1 } = {}) {
  if (!folder) return;
  const shown = await capture(page, { format: 'webp', quality: QUALITY }, height, scale);
  const path = join(folder, `${name}.webp`);
  writeFileSync(path, Buffer.from(shown, 'base64'));
  console.log(`       ${path} (${Math.ceil(statSync(path).size / 1024)} KB)`);
}

async function capture(page, format, height, scale) {
  const view = page.viewportSize();
  const size = { ...view, height: height ?? view.height };
  await page.setViewportSize(size);
  // No ring around what was typed in last, and nothing under the mouse.
  await page.evaluate(() => document.activeElement?.blur());
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...format,
    clip: { x: 0, y: 0, ...size, scale },
  });
  await session.detach();
  await page.setViewportSize(view);
  return data;
}

/** The same under a bar with the page's address, which a browser without a window does not draw. */
export async function window(browser, page, name) {
  if (!folder) return;
  const data = await capture(page, { format: 'png' }, undefined, 1);
  const { width, height } = page.viewportSize();
  const frame = await browser.newPage({ viewport: { width, height: height + BAR } });
  const lock = '<path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z" fill="#3c4a44"/>';
  await frame.setContent(
    `<style>${STYLE}</style><div class="bar"><span><svg width="16" height="16">${lock}</svg>${escaped(page.url())}</span></div>` +
      `<img width="${width}" height="${height}" src="data:image/png;base64,${data}">`,
  );
  await picture(frame, name);
  await frame.close();
}

const STYLE = `
  body { margin: 0; background: #12261f; color: #f2efe6; font: 15px/1.5 'DejaVu Sans Mono', monospace; }
  pre { margin: 0; padding: 20px 24px; white-space: pre-wrap; font: inherit; }
  .bar { display: flex; align-items: center; height: ${BAR}px; padding: 0 16px; background: #e6e0d2; font: 17px/1 'DejaVu Sans', sans-serif; }
  .bar span { display: flex; gap: 10px; flex: 1; padding: 10px 16px; border-radius: 20px; background: #fff; color: #12261f; }
  img { display: block; }
  .typed { color: #fff; font-weight: bold; } .good { color: #7fd6a8; } .warning { color: #f0bd62; } .broken { color: #ff9b8f; }
`;
const COLUMNS = 96;
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Breaks a line where a terminal is too narrow for it, at a space and under its beginning. */
function broken(line) {
  if (line.length <= COLUMNS) return [line];
  const indent = ' '.repeat(/^(?:[✓!✗] \w+\s+|\s+→ |\s*)/.exec(line)[0].length);
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
  const height = await page.locator('pre').evaluate(shown => Math.ceil(shown.getBoundingClientRect().height));
  await picture(page, name, { height });
  await page.close();
}
