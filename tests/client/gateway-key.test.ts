import { describe, expect, test } from 'vitest';
import { type Answer, bearer, json, ok, serve } from './clients.ts';

// The gateway key is hidden so well that nothing a visitor can ask changes with it: every road is walked three times,
// with one key, with another, and with none, and must look the same each time.

const site = serve();
const NAME = 'payment_gateway_api_key';
const BANK = { online_donations_enabled: true, bank_name: 'Bank', iban: 'PK36' };
const SECRETS = ['sk_live_AAAA1111', 'zz_test_9999', undefined];

const path = (query: Record<string, string>) => `/rest/v1/website_content?${new URLSearchParams(query)}`;
const selects = [
  '*',
  'content',
  'page_key,content',
  `content->${NAME}`,
  `content->>${NAME}`,
  `k:content->>${NAME}`,
  `content->>"${NAME}"`,
  `content->"${NAME}"`,
  `content->>$.${NAME}`,
  `content->>$."${NAME}"`,
  `content->>'${NAME}'`,
  `content->>${NAME.toUpperCase()}`,
  `content->>payment_gateway_api%5Fkey`,
  `content->>${NAME}\u0000`,
  `content->${NAME}->>0`,
  'x:content->>bank_name,y:content',
  'content::text',
  'content->>content',
  `content->>..${NAME}`,
  `content->>$`,
  `c:content->$`,
  `content->>#-1`,
  'count()',
  'content.max()',
  'website_content(content)',
];
const filters: Record<string, string>[] = [
  { [`content->>${NAME}`]: 'eq.sk_live_AAAA1111' },
  { [`content->>${NAME}`]: 'neq.sk_live_AAAA1111' },
  { [`content->>${NAME}`]: 'like.sk*' },
  { [`content->>${NAME}`]: 'ilike.SK*' },
  { [`content->>${NAME}`]: 'gt.sk' },
  { [`content->>${NAME}`]: 'lt.t' },
  { [`content->>${NAME}`]: 'in.(sk_live_AAAA1111,b)' },
  { [`content->>${NAME}`]: 'is.null' },
  { [`content->>${NAME}`]: 'not.is.null' },
  { [`content->${NAME}`]: 'not.is.null' },
  { [`content->${NAME}`]: 'eq."sk_live_AAAA1111"' },
  { [`content->>$.${NAME}`]: 'not.is.null' },
  { or: `(content->>${NAME}.like.sk*,page_key.eq.about)` },
  { and: `(content->>${NAME}.not.is.null,page_key.eq.donation_details)` },
  { 'not.or': `(content->>${NAME}.is.null)` },
  { content: 'like.*sk_live*' },
  { content: 'ilike.*SK_LIVE*' },
  { content: 'gt.{"a"' },
  { content: 'not.like.*AAAA*' },
  { content: 'cs.{"payment_gateway_api_key":"sk_live_AAAA1111"}' },
  { content: `eq.${JSON.stringify({ ...BANK, [NAME]: 'sk_live_AAAA1111' })}` },
  { content: 'fts.sk_live' },
  { content: 'match.sk_live' },
];
const orders = [
  `content->>${NAME}.asc`,
  `content->>${NAME}.desc.nullsfirst`,
  `content->>${NAME}.desc.nullslast`,
  `content->${NAME}.asc.nullsfirst`,
  `content->>$.${NAME}.desc.nullslast`,
  'content.asc',
  'content.desc',
  'content->>bank_name.desc.nullslast',
];

const ACCEPTS = ['*/*', 'text/csv', 'application/vnd.pgrst.object+json'];
const roads: [name: string, url: string, init: RequestInit][] = [];
for (const select of selects) {
  for (const accept of ACCEPTS) {
    const query = { select, page_key: 'eq.donation_details' };
    roads.push([`select ${JSON.stringify(select)} as ${accept}`, path(query), { headers: { accept } }]);
  }
}
for (const filter of filters) {
  const url = path({ select: 'page_key,content', ...filter });
  const name = JSON.stringify(filter);
  roads.push([`filter ${name}`, url, {}]);
  roads.push([`count ${name}`, url, { method: 'HEAD', headers: { prefer: 'count=exact' } }]);
}
for (const order of orders) {
  roads.push([`order ${order}`, path({ select: 'page_key', order }), {}]);
  roads.push([`order ${order}, first`, path({ select: 'page_key', order, limit: '1' }), {}]);
}
for (const [method, query] of [
  ['PATCH', `content->>${NAME}=like.sk*`],
  ['DELETE', `content->>${NAME}=like.sk*`],
  ['POST', 'on_conflict=page_key&select=*'],
] as const) {
  const init = {
    method,
    headers: { ...json, prefer: 'return=representation, resolution=merge-duplicates' },
    body: JSON.stringify({ page_key: 'donation_details', content: {} }),
  };
  roads.push([`${method} ${query}`, `/rest/v1/website_content?${query}`, init]);
}
roads.push(['the donation page', '/donate', {}], ['the home page', '/', {}]);

/** What a visitor can see of an answer; times of saving differ by nature. */
const seen = ({ status, headers, text }: Answer) => {
  const timeless = text.replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(\+00:00|Z)/g, 'TIME');
  const length = headers.get('content-length');
  return {
    status,
    text: timeless,
    range: headers.get('content-range'),
    // A time is written without the zeros behind, so its length differs too.
    length: length === null ? null : Number(length) - text.length + timeless.length,
  };
};

async function store(secret: string | undefined) {
  const content = secret === undefined ? BANK : { ...BANK, [NAME]: secret };
  ok(
    await site.staff.from('website_content').update({ content }).eq('page_key', 'donation_details').select(),
  );
}

/** The same road walked with each secret in turn. */
async function walk(url: string, init: RequestInit, token?: string) {
  const answers = [];
  for (const secret of SECRETS) {
    await store(secret);
    const answer = await site.ask(
      url,
      token ? { ...init, headers: { ...init.headers, ...bearer(token) } } : init,
    );
    expect(answer.headers.get('x-request-id')).not.toBeNull();
    answers.push(seen(answer));
  }
  return answers;
}

describe('[API-2] the gateway key never reaches a visitor', () => {
  test.each(roads)('%s', async (_, url, init) => {
    const [first, second, none] = await walk(url, init);
    expect(first?.status).toBeLessThan(500);
    expect(second).toEqual(first);
    expect(none).toEqual(first);
    // An error may quote what was asked; otherwise the secret is nowhere.
    if (!url.includes('AAAA')) expect(first?.text).not.toContain('AAAA');
  });

  test('and these roads would show it: for staff the answers differ', async () => {
    const reading = roads.filter(
      ([name, , init]) => (init.method ?? 'GET') !== 'POST' && !/^(PATCH|DELETE)/.test(name),
    );
    let telling = 0;
    for (const [, url, init] of reading) {
      const [first, second, none] = await walk(url, init, site.token);
      if (JSON.stringify([second, none]) !== JSON.stringify([first, first])) telling += 1;
    }
    expect(telling).toBeGreaterThan(30);
  });

  test('while the rest of the row does, and staff read the key itself', async () => {
    const content = { ...BANK, [NAME]: 'sk_live_proof' };
    await site.staff.from('website_content').update({ content }).eq('page_key', 'donation_details');
    const read = (client: typeof site.staff) =>
      client.from('website_content').select('content').eq('page_key', 'donation_details').single();
    expect(ok(await read(site.visitor)).content).toEqual(BANK);
    expect(ok(await read(site.staff)).content).toEqual(content);
    const found = await site.staff
      .from('website_content')
      .select('page_key')
      .eq(`content->>${NAME}`, 'sk_live_proof');
    expect(ok(found)).toEqual([{ page_key: 'donation_details' }]);
  });
});
