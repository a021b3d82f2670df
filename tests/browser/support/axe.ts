// Axe, run in the page itself: the usual wrapper takes five times as long, since it also describes what is in order.
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds wrong with the page as it is now, one line a rule. Frames of other sites are theirs to answer for. */
export async function violations(page: Page): Promise<string[]> {
  await still(page);
  await whole(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
  });
}

/** Until nothing fades in or out: what is half there has too little contrast for a moment. What turns for ever may turn. */
const still = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const endless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
      return endless || playState !== 'running';
    }),
  );

/** Until what a toolbar is for is there as well: an editor's text comes a moment after its toolbar. */
const whole = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[role=toolbar][aria-controls]')].every(bar =>
      document.getElementById(bar.getAttribute('aria-controls') ?? ''),
    ),
  );
