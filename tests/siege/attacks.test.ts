// DOMPurify's published attacks and OWASP's list, saved in every field that staff or visitors can write, then opened in
// Chromium on every public page and every admin screen: nothing runs, nothing that could run is in the document, and no
// request leaves for another site (maps that staff embed, and pictures, which may lie anywhere, excepted).
// That the content policy would have stopped it does not count: nothing may even try.

import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../browser/support/site.ts';
import config from '../playwright.config.ts';
import { type Running, start } from '../server.ts';
import { Caller } from './ledger.ts';

const corpus = (name: string): string[] =>
  JSON.parse(readFileSync(new URL(`./corpus/${name}.json`, import.meta.url), 'utf8'));
const attacks = [...corpus('owasp'), ...corpus('dompurify')].filter(text => text.trim() !== '');
/** For fields that exist once: each breaks out of text, attributes, comments, scripts and JSON alike. */
const polyglots = [
  `javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+alert(1)//'>`,
  `"'><img src=x onerror=alert(1)></script><script>alert(1)</script><!--`,
  `</script>\u2028<svg onload=alert(1)> \${alert(1)} {{alert(1)}} &lt;img src=x onerror=alert(1)&gt; ' onfocus=alert(1) autofocus x='`,
];

const screens = [
  '',
  '/manage-homepage',
  '/manage-about',
  '/manage-projects',
  '/manage-gallery',
  '/manage-donations',
  '/manage-testimonials',
  '/manage-success-stories',
  '/manage-volunteers',
  '/manage-contact-footer',
  '/manage-settings',
];

let server: Running;
let caller: Caller;
let browser: Browser;

beforeAll(async () => {
  server = await start();
  caller = await Caller.signIn(server);
  browser = await chromium.launch(config.use?.launchOptions);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function save(table: string, rows: object[], as: 'staff' | 'visitor' = 'staff') {
  const answer = await caller.ask(
    `/rest/v1/${table}`,
    { method: 'POST', body: JSON.stringify(as === 'visitor' ? rows[0] : rows) },
    as,
  );
  expect(answer.status, `${table}: ${await answer.text()}`).toBe(201);
}

async function saveContent(key: string, content: object) {
  const answer = await caller.ask(`/rest/v1/website_content?page_key=eq.${key}`, {
    method: 'PATCH',
    body: JSON.stringify({ content }),
  });
  expect(answer.status, `${key}: ${await answer.text()}`).toBe(204);
}

/** Attacks spread over a table's plain fields, the longest where there is most room. */
function spread(room: Record<string, number>): Record<string, string>[] {
  const fields = Object.entries(room).sort(([, one], [, other]) => one - other);
  const each = Math.ceil(attacks.length / fields.length);
  const sorted = [...attacks].sort((one, other) => one.length - other.length);
  return Array.from({ length: each }, (_, row) =>
    Object.fromEntries(
      fields.map(([field, most], number) => {
        const text = sorted[Math.min(number * each + row, sorted.length - 1)] ?? '';
        return [field, [...text].slice(0, most).join('')];
      }),
    ),
  );
}

async function plantLists() {
  const image_url = '/favicon.ico?"><img src=x onerror=alert(1)>';
  const staff: [string, Record<string, number>][] = [
    ['testimonials', { quote: 4000, name: 200, role: 200 }],
    ['team_members', { name: 200, role: 200 }],
    ['gallery_images', { alt_text: 500 }],
  ];
  for (const [table, room] of staff)
    await save(
      table,
      spread(room).map(row => ({ ...row, image_url })),
    );
  const stories = spread({ title: 300, description: 20_000, category: 100 });
  await save(
    'success_stories',
    stories.map(row => ({ ...row, before_image_url: image_url })),
  );
  for (const row of spread({ name: 100, city: 100, skills: 1000 })) {
    await save('volunteers', [{ ...row, phone: '"><svg/onload=alert(1)>' }], 'visitor');
  }
}

/** Rich text, each attack by itself: the public page shows every one of them. */
async function plantRichText() {
  await save(
    'projects',
    attacks.map(text => ({ title: [...text].slice(0, 300).join(''), description: text })),
  );
}

/** What was kept of them, in few rows: a screen with hundreds of editors would only be slow. */
async function foldRichText() {
  const rows = await caller.rows('/rest/v1/projects?select=description');
  const kept = [...new Set(rows.map(row => row.description as string))];
  const gone = await caller.ask('/rest/v1/projects?id=not.is.null', { method: 'DELETE' });
  expect(gone.status).toBe(204);
  const parts = Array.from({ length: 8 }, (_, part) =>
    kept.filter((_, number) => number % 8 === part).join(''),
  );
  await save(
    'projects',
    parts.map(description => ({ title: polyglots[1], description })),
  );
}

async function plantContent(text: string) {
  const some = (from: number) => attacks.slice(from, from + 48).join('\n');
  const link = { label: text, url: `/donate?${text}` };
  const keys = [
    'main_heading',
    'main_subheading',
    'vision_heading',
    'vision_text',
    'mission_heading',
    'mission_text',
  ];
  await saveContent('about', {
    ...Object.fromEntries(keys.map((key, number) => [key, some(number * 48)])),
    annual_report_note: text,
  });
  await saveContent('general_settings', {
    site_name: text,
    logo_url: `/favicon.ico?${text}`,
    favicon_url: '/x.png',
  });
  await saveContent('homepage', {
    hero: {
      image_url: `/x.png?${text}`,
      heading: text,
      subheading: text,
      button1_text: text,
      button2_text: text,
      button3_text: text,
    },
    about_us_summary: { heading: text, text },
    our_work: { heading: text },
  });
  await saveContent('footer', {
    tagline: text,
    website_url: `https://example.org/?${text}`,
    quick_links: [link],
    get_involved_links: [link],
    social_links: [
      { platform: text, url: `https://example.org/${text}` },
      { platform: 'facebook', url: `/${text}` },
    ],
  });
  await saveContent('newsletter_section', { subheading: text, placeholder: text, button_text: text });
  await saveContent('testimonials_section', { heading: text, subheading: text });
  await saveContent('contact', {
    heading: text,
    subheading: text,
    address: text,
    email: text,
    phones: [text],
    map_url: `https://www.openstreetmap.org/${text}`,
  });
  await saveContent('donation_details', {
    online_donations_enabled: true,
    bank_name: text,
    account_title: text,
    account_number: text,
    iban: text,
    swift_code: text,
    branch_address: text,
    payment_gateway_api_key: text,
  });
}

/** As in the policy's frame-src. */
const maps = ['www.openstreetmap.org', 'www.google.com', 'maps.google.com'];

/** Whether a request leaves the site as nothing of ours does: a script, a style, a frame, a fetch, a navigation. */
function astray(request: Request, page: Page): boolean {
  const url = new URL(request.url());
  if (url.href.includes('evil.example')) return true;
  if (!/^(http|ws)s?:$/.test(url.protocol) || url.origin === server.url) return false;
  // Staff may show a picture of any https address; none is planted here but the attackers', above.
  if (request.resourceType() === 'image') return false;
  const isMap =
    maps.includes(url.hostname) && request.isNavigationRequest() && request.frame() !== page.mainFrame();
  return !isMap;
}

/** A page that counts whatever runs, or tries to. */
async function watched(signedIn: boolean): Promise<{ page: Page; ran: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const ran: string[] = [];
  await page.exposeFunction('report', (what: string) => ran.push(`${what} on ${page.url()}`));
  await page.addInitScript(() => {
    const report = (window as unknown as { report(what: string): void }).report;
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      window[name] = (() => report(`${name} ran`)) as never;
    }
    const note = () => Object.assign(window, { moved: performance.now() });
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
    note();
    document.addEventListener('securitypolicyviolation', event => {
      // A picture that is not there may be refused; what matters is what could run or lead away.
      if (!['img-src', 'frame-src'].includes(event.effectiveDirective)) {
        report(`${event.effectiveDirective} was violated by ${event.blockedURI} ${event.sample}`);
      }
    });
  });
  page.on('dialog', dialog => {
    ran.push(`a dialog on ${page.url()}`);
    void dialog.dismiss();
  });
  page.on('request', request => {
    if (astray(request, page)) ran.push(`a request for ${request.url()} on ${page.url()}`);
  });
  // Nothing of the outside world is needed, and a map that does not answer would only be waited for.
  await context.route(
    url => url.origin !== server.url,
    route => route.abort(),
  );
  page.on('popup', () => ran.push(`a window on ${page.url()}`));
  if (signedIn) {
    const answer = await caller.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: server.email, password: server.password }),
    });
    const session = await answer.text();
    await page.addInitScript(value => {
      if (location.protocol !== 'about:') localStorage.setItem('sb-127-auth-token', value);
    }, session);
  }
  return { page, ran };
}

/** Whatever in the document could run, or would when touched. */
function live(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const runs = /^[^a-z/?#]*(javascript|vbscript|data\s*:\s*text)/i;
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`<${element.localName} ${name}="${value.slice(0, 40)}">`);
        const leads = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'].includes(name);
        if (leads && (runs.test(value) || name === 'srcdoc'))
          found.push(`<${element.localName} ${name}="${value}">`);
      }
      if (element.localName === 'script') {
        const ours = (element as HTMLScriptElement).src.startsWith(`${location.origin}/assets/`);
        if (!ours && !/^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? ''))
          found.push(element.outerHTML.slice(0, 80));
      }
      if (['object', 'embed', 'base', 'frameset', 'applet'].includes(element.localName))
        found.push(element.localName);
      // As a hand over the page would.
      for (const kind of ['mouseover', 'mouseenter', 'focus', 'pointerdown'])
        element.dispatchEvent(new Event(kind));
    }
    return found;
  });
}

async function open(page: Page, path: string, ready: string) {
  await page.goto(server.url + path, { waitUntil: 'load' });
  await page.waitForSelector(ready, { state: 'attached', timeout: 30_000 });
  await settled(page);
}

/** Until the document has been left alone for a while: data has come, editors are up. */
function settled(page: Page) {
  return page.waitForFunction(() => performance.now() - (window as unknown as { moved: number }).moved > 400);
}

test('nothing that anyone has saved runs on any page or screen', async () => {
  await plantLists();
  await plantRichText();
  const visitor = await watched(false);
  const staff = await watched(true);
  const found: string[] = [];
  // The attacks are there to be seen: else this would prove nothing.
  await open(visitor.page, '/projects', 'main');
  found.push(...(await live(visitor.page)));
  expect(await visitor.page.locator('main').textContent()).toContain(`<IMG SRC="javascript:alert('XSS');">`);
  await foldRichText();
  for (const [round, text] of polyglots.entries()) {
    await plantContent(text);
    for (const path of paths.filter(path => round === 0 || /^.(about|donate|contact)?$/.test(path))) {
      await open(visitor.page, path, 'main');
      found.push(...(await live(visitor.page)).map(what => `${what} on ${path}`));
    }
    // The lists are the same in every round; the single fields are not.
    for (const screen of screens.filter(
      name => round === 0 || !/projects|gallery|stories|volunteers/.test(name),
    )) {
      await open(staff.page, `/admin${screen}`, 'main h1, main h2');
      found.push(...(await live(staff.page)).map(what => `${what} on /admin${screen}`));
    }
  }
  expect(found).toEqual([]);
  expect([...visitor.ran, ...staff.ran]).toEqual([]);
  await open(staff.page, '/admin/manage-volunteers', 'main table');
  expect(await staff.page.locator('main').textContent()).toContain('<svg/onload=');
  console.log(`${attacks.length} attacks in every list, ${polyglots.length} in every single field: none ran`);
});

test('moving inside the app is as safe as opening a page', async () => {
  const { page, ran } = await watched(false);
  await open(page, '/', 'main');
  const found: string[] = [];
  for (const path of ['/about', '/projects', '/testimonials', '/contact', '/donate']) {
    await page.evaluate(to => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: 'go' });
      document.querySelector('main')?.append(link);
      link.click();
      link.remove();
    }, path);
    await page.waitForURL(`**${path}`);
    await settled(page);
    found.push(...(await live(page)).map(what => `${what} on ${path}`));
  }
  expect([...found, ...ran]).toEqual([]);
});
