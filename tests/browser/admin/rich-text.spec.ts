import { readFile } from 'node:fs/promises';
import { gate, read } from '../support/site';
import { withOnlyRows } from '../support/staff';
import type { Locator, Page } from '../support/test';
import { card, expect, save, test, told } from './desk';

async function begin(
  page: Page,
  description = '',
): Promise<{ item: Locator; text: Locator; tool(name: string): Locator }> {
  await page.goto('/admin/manage-projects');
  const item = card(page, 'Rich');
  const text = item.getByRole('textbox', { name: 'Description' });
  // Until the editor is there, its words stand in its place; they take neither keys nor a paste.
  await expect(item.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  if (!description) await text.click();
  return { item, text, tool: name => item.getByRole('button', { name, exact: true }) };
}

const one = (description: string) => [{ title: 'Rich', description, image_url: null }];

async function paste(text: Locator, type: string, data: string) {
  await text.evaluate(
    (element, [type, data]) => {
      const clipboard = new DataTransfer();
      clipboard.setData(type as string, data as string);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
      );
    },
    [type, data] as const,
  );
}

test('[ARTE-1] the toolbar has exactly the promised tools', async ({ page }) => {
  await withOnlyRows('projects', one('<p>x</p>'), async () => {
    const { item } = await begin(page);
    const bar = item.getByRole('toolbar', { name: 'Formatting' });
    await expect(bar.locator('option')).toHaveText(['Normal', 'Header 1', 'Header 2', 'Header 3']);
    const names = await bar
      .getByRole('button')
      .evaluateAll(all => all.map(one => one.getAttribute('aria-label')));
    expect(names).toEqual([
      'Bold',
      'Italic',
      'Underline',
      'Strike',
      'Ordered list',
      'Bullet list',
      'Link',
      'Clear formatting',
    ]);
    await bar.getByLabel('Header level').focus();
    await page.keyboard.press('ArrowRight');
    await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused();
  });
});

test('[ARTE-1] every format is stored as clean HTML, and the public page shows the same', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', one(''), async () => {
    const { item, text, tool } = await begin(page);
    const level = item.getByLabel('Header level');
    for (const number of ['1', '2', '3']) {
      await level.selectOption(number);
      await page.keyboard.type(`Title ${number}`);
      await page.keyboard.press('Enter');
    }
    await level.selectOption('0');
    for (const name of ['Bold', 'Italic', 'Underline', 'Strike']) {
      await tool(name).click();
      await page.keyboard.type(name);
      await tool(name).click();
      await page.keyboard.type(' ');
    }
    await page.keyboard.press('Enter');
    await tool('Bullet list').click();
    await page.keyboard.type('point');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await tool('Ordered list').click();
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await tool('Link').click();
    await item.getByLabel('Link to').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(item.getByRole('alert')).toContainText('web page');
    await item.getByLabel('Link to').fill('example.org');
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();

    await save(item);
    await told(page, 'Project saved!');
    const [row] = await read<{ description: string }>(request, 'projects', 'select=description');
    expect(row?.description).toBe(
      '<h1>Title 1</h1><h2>Title 2</h2><h3>Title 3</h3>' +
        '<p><strong>Bold</strong> <em>Italic</em> <u>Underline</u> <s>Strike</s> </p>' +
        '<ul><li>point</li></ul><ol><li>first</li></ol>' +
        '<p><a href="https://example.org">example.org</a></p>',
    );
    await expect(item.getByText(/Not saved yet/)).toHaveCount(0);

    const visitor = await page.context().newPage();
    await visitor.goto('/projects');
    const shown = visitor.locator('.rich');
    await expect(shown.getByRole('heading', { name: 'Title 1' })).toBeVisible();
    for (const selector of ['strong', 'em', 'u', 's', 'ul > li', 'ol > li', 'a[href="https://example.org"]'])
      await expect(shown.locator(selector)).toHaveCount(1);
  });
});

test('[ARTE-1] clear formatting, shortcuts and undo', async ({ page }) => {
  const stored = '<h2>Big <strong>and bold</strong></h2>';
  await withOnlyRows('projects', one(stored), async () => {
    const { item, text, tool } = await begin(page, stored);
    await expect(item.getByText(/Not saved yet/)).toHaveCount(0);
    await text.click();
    await page.keyboard.press('ControlOrMeta+a');
    await tool('Clear formatting').click();
    await expect(text).toHaveJSProperty('innerHTML', '<p>Big and bold</p>');
    await page.keyboard.press('ControlOrMeta+b');
    await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(item.getByLabel('Link to')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
    for (let step = 0; step < 6; step++) await page.keyboard.press('ControlOrMeta+z');
    await expect(item.getByText(/Not saved yet/)).toHaveCount(0);
  });
});

test('[ARTE-1] what comes from Word and from WhatsApp is cleaned', async ({ page, request }) => {
  await withOnlyRows('projects', one(''), async () => {
    const { item, text } = await begin(page);
    await paste(
      text,
      'text/html',
      `<html><head><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US>
      <p class=MsoNormal style='margin:0'><b><span style='font-size:14.0pt'>Free camp</span></b><o:p></o:p></p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>Eyes</p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>Teeth</p>
      </body></html>`,
    );
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await paste(text, 'text/plain', '[14:03, 12/11/2026] Amina: *Sunday*\nat _9 am_');
    await save(item);
    await told(page, 'Project saved!');
    const [row] = await read<{ description: string }>(request, 'projects', 'select=description');
    expect(row?.description).toBe(
      '<p><strong>Free camp</strong></p><ul><li>Eyes</li><li>Teeth</li></ul>' +
        '<p><strong>Sunday</strong></p><p>at <em>9 am</em></p>',
    );
  });
});

test('[ARTE-1] a list written by hand and a phone’s chat become lists and clean paragraphs', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', one(''), async () => {
    const { item, text } = await begin(page);
    await paste(
      text,
      'text/plain',
      '[14/07, 10:15\u202fam] Amina Bibi: *Ration drive*\n[14/07, 10:16\u202fam] ~\u202fBilal: Please bring:\n- rice\n- flour\n1. Come early\n2. Bring your card',
    );
    await save(item);
    await told(page, 'Project saved!');
    const [row] = await read<{ description: string }>(request, 'projects', 'select=description');
    expect(row?.description).toBe(
      '<p><strong>Ration drive</strong></p><p>Please bring:</p><ul><li>rice</li><li>flour</li></ul>' +
        '<ol><li>Come early</li><li>Bring your card</li></ol>',
    );
  });
});

test('[ARTE-1] an editor that cannot be loaded leaves the rest of the form working', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', one('<p>Kept</p>'), async () => {
    await page.route(/RichInput.*\.js$/, route => route.abort());
    await page.goto('/admin/manage-projects');
    const item = card(page, 'Rich');
    await expect(item.getByRole('alert')).toContainText('This field could not be shown.');
    await item.getByLabel('Title', { exact: true }).fill('Still saved');
    await save(card(page, 'Still saved'));
    await told(page, 'Project saved!');
    expect(await read(request, 'projects', 'select=title,description')).toEqual([
      { title: 'Still saved', description: '<p>Kept</p>' },
    ]);
  });
});

test('[ARTE-1] Urdu is written from the right, in the editor and in every input', async ({ page }) => {
  await withOnlyRows('projects', one('<p>x</p>'), async () => {
    const { item, text } = await begin(page);
    await text.fill('کیمپ مفت ہے');
    await expect(text).toHaveCSS('direction', 'rtl');
    await item.getByLabel('Title', { exact: true }).fill('پانی');
    await expect(page.locator('input[name=title]')).toHaveCSS('direction', 'rtl');
  });
});

test('[ARTE-1] among many items an editor is made only for the one that is opened', async ({ page }) => {
  const many = Array.from({ length: 24 }, (_, at) => ({
    title: `Project ${at}`,
    description: `<p>Text ${at}</p>`,
    image_url: null,
  }));
  await withOnlyRows('projects', many, async () => {
    await page.goto('/admin/manage-projects');
    const item = card(page, 'Project 7');
    await item.getByRole('button', { name: 'Project 7' }).click();
    await expect(item.getByRole('toolbar')).toBeVisible();
    await expect(page.getByRole('toolbar')).toHaveCount(1);
    await item.getByRole('textbox', { name: 'Description' }).fill('Written at last');
    await expect(item.getByText('Not saved yet')).toBeVisible();
  });
});

test('[ARTE-1] until the editor is there its words can be read, and focus given to them is kept', async ({
  page,
}) => {
  await withOnlyRows('projects', one('<p>Clean <strong>water</strong></p>'), async () => {
    const arriving = gate();
    await page.route(/RichInput.*\.js$/, async route => {
      await arriving.opened;
      await route.continue();
    });
    await page.goto('/admin/manage-projects');
    const text = card(page, 'Rich').getByRole('textbox', { name: 'Description' });
    await expect(text).toHaveText('Clean water');
    await text.focus();
    arriving.open();
    await expect(card(page, 'Rich').getByRole('toolbar')).toBeVisible();
    await expect(text).toBeFocused();
    await page.keyboard.type(' for all');
    await expect(text).toHaveText('Clean water for all');
  });
});

const copies = {
  Word: {
    file: 'word.html',
    stored:
      '<h1>Winter camp</h1>' +
      '<p><strong>Free</strong> for everyone in <em>Chak 204</em>. Write to <a href="mailto:info@umeed.example">our office</a>.</p>' +
      '<ul><li>Eyes<ul><li>Glasses on the same day</li></ul></li><li>Teeth</li></ul>' +
      '<p>What to do:</p><ol><li>Come early</li><li>Bring your card</li></ol>',
  },
  WhatsApp: {
    file: 'whatsapp.html',
    stored:
      '<p>Assalam o alaikum 🤲</p><p><strong>Eye camp on Sunday</strong></p>' +
      '<p>at 9 am, <em>Samundri Road</em></p><p>کیمپ مفت ہے 👨‍👩‍👧</p>',
  },
  'Google Docs': {
    file: 'google-docs.html',
    stored:
      '<h2>Ration drive</h2>' +
      '<p><strong>Two hundred families</strong><em> every month</em>, see <a href="https://umeed.example/projects">our projects</a></p>' +
      '<ul><li>Flour</li><li><s>Sugar</s></li></ul>',
  },
};

for (const [program, { file, stored }] of Object.entries(copies)) {
  test(`[ARTE-1] a copy from ${program}, as it lies on the clipboard, is stored clean`, async ({
    page,
    request,
  }) => {
    const html = await readFile(new URL(`./pasted/${file}`, import.meta.url), 'utf8');
    await withOnlyRows('projects', one(''), async () => {
      const { item, text } = await begin(page);
      await paste(text, 'text/html', html);
      await save(item);
      await told(page, 'Project saved!');
      const [row] = await read<{ description: string }>(request, 'projects', 'select=description');
      expect(row?.description).toBe(stored);
    });
  });
}
