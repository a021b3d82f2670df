// Chromium as a visitor of a world (world.mjs): on its network, asking its name server, and trusting the certificates of its authority
// because the authority's root is among those that this browser knows. No error of a certificate is ever overlooked.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { flags } from '../chromium.mjs';

const PROGRAM = process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** A cheap phone in Pakistan, and a computer there. */
const here = { timezoneId: 'Asia/Karachi', locale: 'en-GB' };
export const phone = {
  ...here,
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const computer = { ...here, viewport: { width: 1280, height: 800 } };

/** A browser with a home of its own. Of the world's authority it knows only where `trusts` says so. */
export async function openBrowser(world, name, { trusts = true } = {}) {
  const home = join(world.folder, name);
  const known = `sql:${join(home, '.pki/nssdb')}`;
  mkdirSync(join(home, '.pki/nssdb'), { recursive: true });
  execFileSync('certutil', ['-N', '-d', known, '--empty-password']);
  if (trusts) execFileSync('certutil', ['-A', '-d', known, '-n', 'world', '-t', 'C,,', '-i', world.issuer]);
  const quoted = [...world.prefix, PROGRAM].map(part => `'${part}'`).join(' ');
  const program = join(home, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(program, 0o700);
  return chromium.launch({ executablePath: program, args: flags, env: { ...process.env, HOME: home } });
}

/** What a page shows, and its pictures by the digest of their bytes: the same site shows the same. */
export async function look(page, address) {
  const answer = await page.goto(address, { waitUntil: 'networkidle' });
  const certificate = await answer.securityDetails();
  const text = (await page.locator('header, main, footer').allTextContents()).join('\n');
  const logo = await page.locator('header [data-logo]').getAttribute('src');
  const main = await page.locator('main img').first().getAttribute('src');
  const pictures = [];
  for (const source of [logo, main]) pictures.push([source, await page.evaluate(digest, source)]);
  return { title: await page.title(), text, pictures, issuer: certificate?.issuer };
}

/** In the page: over https, as its own script would ask. */
async function digest(source) {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source} is answered with ${answer.status}`);
  const sum = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
  return [...new Uint8Array(sum)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
