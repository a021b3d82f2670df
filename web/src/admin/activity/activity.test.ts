import { expect, test, vi } from 'vitest';
import type { ActivityLine } from '../api/activity';
import { csvLine } from '../list/csv';
import { columnsOf } from './ExportActivity';
import { byDay, entriesOf } from './entries';
import { filterOf, makeParts, partOf } from './parts';
import { deedOf, singleOf } from './sentence';

vi.mock('../api/session-clients', () => ({}));

const parts = makeParts();
let number = 0;

function line(given: Partial<ActivityLine>): ActivityLine {
  number += 1;
  return {
    id: `line-${number}`,
    created_at: new Date(2026, 10, 16, 12, 30).toISOString(),
    table_name: 'projects',
    row_key: 'p',
    verb: 'update',
    row_count: 1,
    author: 'staff',
    author_id: 'a',
    author_email: 'sana@umeed.org',
    device: 'Chrome on Android',
    changed: null,
    scope: null,
    ...given,
  };
}

const at = (minute: number, day = 16) => new Date(2026, 10, day, 12, minute).toISOString();
const said = (...lines: [ActivityLine, ...ActivityLine[]]) => deedOf({ lines }, parts).text;

test('changes of content are told as sentences with the labels of the screens', () => {
  const bank = { table_name: 'website_content', row_key: 'donation_details' };
  expect(said(line({ ...bank, changed: ['account_number'] }))).toBe(
    'sana@umeed.org changed the bank details: account number',
  );
  expect(said(line({ verb: 'delete', before_title: 'Clean water' }))).toBe(
    'sana@umeed.org deleted the project “Clean water”',
  );
  expect(said(line({ verb: 'insert', after_title: ' ' }))).toBe(
    'sana@umeed.org added the project without a title',
  );
  expect(said(line({ changed: ['position'], after_title: 'W' }))).toBe(
    'sana@umeed.org moved the project “W” to another place in the list',
  );
  expect(said(line({ verb: 'insert', row_key: '', row_count: 150, author: 'command_line' }))).toBe(
    'The server’s command line added 150 projects',
  );
  expect(said(line({ table_name: 'team_members', changed: ['role', 'image_url'], after_name: 'Ali' }))).toBe(
    'sana@umeed.org changed the team member “Ali”: role, portrait',
  );
  const many = ['a_b', 'c', 'd', 'e', 'f', 'g'];
  expect(said(line({ ...bank, changed: many }))).toContain(': a b, c, d, e and 2 more');
});

test('one of several changes is told without who and what', () => {
  expect(singleOf(line({ changed: ['title', 'position'] }), parts)).toBe('Changed: title');
  expect(singleOf(line({ changed: ['position'] }), parts)).toBe('Moved to another place in the list');
  expect(singleOf(line({ verb: 'insert' }), parts)).toBe('Added');
  const signIn = line({ table_name: 'accounts', row_key: 'a', verb: 'sign_in' });
  expect(singleOf(signIn, parts)).toBe('sana@umeed.org signed in');
  expect(said(signIn, signIn)).toBe('sana@umeed.org signed in 2 times');
});

test('deeds about accounts are told with harmless values only', () => {
  const account = { table_name: 'accounts', row_key: 'b' };
  const own = { ...account, row_key: 'a' };
  expect(said(line({ ...own, verb: 'sign_in' }))).toBe('sana@umeed.org signed in');
  expect(said(line({ ...own, verb: 'sign_out', scope: 'global' }))).toBe(
    'sana@umeed.org signed out everywhere',
  );
  expect(said(line({ ...own, verb: 'sign_out', scope: 'nonsense' }))).toBe('sana@umeed.org signed out');
  expect(said(line({ ...own, verb: 'sign_out', scope: 'device', ended_device: 'Firefox on Windows' }))).toBe(
    'sana@umeed.org signed out on another device (Firefox on Windows)',
  );
  expect(said(line({ ...account, verb: 'sign_out', scope: 'global', after_email: 'b@b.c' }))).toBe(
    'sana@umeed.org signed b@b.c out everywhere',
  );
  expect(said(line({ ...account, verb: 'insert', after_email: 'b@b.c', after_role: 'editor' }))).toBe(
    'sana@umeed.org made the account b@b.c (editor)',
  );
  const email = { before_email: 'b@b.c', after_email: 'b@b.c' };
  const role = { changed: ['role', 'password'], before_role: 'editor', after_role: 'owner' };
  expect(said(line({ ...account, ...email, ...role }))).toBe(
    'sana@umeed.org changed the account b@b.c: role from editor to owner, password',
  );
  expect(said(line({ ...own, ...email, changed: ['password'] }))).toBe(
    'sana@umeed.org changed their own account: password',
  );
  const setUp = line({ ...own, ...email, changed: ['password', 'set_up'] });
  expect(said(setUp)).toBe('sana@umeed.org set up this website by the link of the first start');
  expect(said(line({ ...own, ...email, changed: ['name'] }), setUp)).toBe(
    'sana@umeed.org changed their own account: name, password, the website was set up',
  );
  expect(said(line({ ...account, verb: 'delete', before_email: 'b@b.c' }))).toBe(
    'sana@umeed.org removed the account b@b.c',
  );
});

test('many changes of one person to one thing within minutes are one entry', () => {
  const newest = line({ created_at: at(30), changed: ['title'], after_title: 'W' });
  const lines = [
    newest,
    line({ created_at: at(29), row_key: 'q' }),
    line({ created_at: at(28), changed: ['description'] }),
    line({ created_at: at(27), author_id: 'b', author_email: 'ali@umeed.org' }),
    line({ created_at: at(22), changed: ['title'] }),
    line({ created_at: at(10), changed: ['image_url'] }),
  ];
  const entries = entriesOf(lines);
  expect(entries.map(entry => entry.lines.length)).toEqual([3, 1, 1, 1]);
  const [first] = entries;
  expect(first && deedOf(first, parts).text).toBe(
    'sana@umeed.org changed the project “W”: title, description',
  );
});

test('what came before an addition or was deleted is an entry of its own', () => {
  const put = (verb: ActivityLine['verb'], minute: number) => line({ verb, created_at: at(minute) });
  const entries = entriesOf([put('insert', 9), put('delete', 8), put('update', 7), put('insert', 6)]);
  expect(entries.map(entry => entry.lines.map(({ verb }) => verb))).toEqual([
    ['insert'],
    ['delete', 'update', 'insert'],
  ]);
  const [, gone] = entries;
  expect(gone && deedOf(gone, parts).text).toMatch(/ added .* and deleted it again$/);
  const signs = ['sign_in', 'sign_out', 'sign_in'] as const;
  const accounts = signs.map(verb => line({ table_name: 'accounts', row_key: 'a', verb }));
  expect(entriesOf(accounts).map(entry => entry.lines.length)).toEqual([2, 1]);
});

test('entries stand under their days', () => {
  const days = byDay(
    entriesOf([line({}), line({ created_at: at(5, 15), row_key: 'q' }), line({ created_at: at(1, 15) })]),
  );
  expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-11-16', 1],
    ['2026-11-15', 2],
  ]);
});

test('every part has lines of its own, and a shared document belongs to the screen of the field', () => {
  const names = parts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const part of parts) {
    const { tables, documents } = filterOf(part);
    expect(tables.length + documents.length, part.name).toBeGreaterThan(0);
  }
  const footer = { table_name: 'website_content', row_key: 'footer' };
  expect(partOf(line({ ...footer, changed: ['social_links'] }), parts)?.name).toBe('settings');
  expect(partOf(line({ ...footer, changed: ['tagline'] }), parts)?.name).toBe('contact-footer');
  expect(partOf(line({ table_name: 'team_members' }), parts)?.name).toBe('about');
  expect(partOf(line({ table_name: 'accounts' }), parts)?.name).toBe('accounts');
});

test('the way to what was deleted leads to where it can be put back', () => {
  const deed = (given: Partial<ActivityLine>) => deedOf({ lines: [line(given)] }, parts);
  expect(deed({ verb: 'delete' }).path).toBe('/admin/manage-projects#recently-deleted');
  expect(deed({ verb: 'delete', table_name: 'gallery_images' }).path).toBe('/admin/manage-gallery');
  expect(deed({}).path).toBe('/admin/manage-projects');
  expect(deed({ table_name: 'accounts', verb: 'sign_in' }).path).toBeUndefined();
});

test('an exported line names the person, and a spreadsheet runs nothing of it', () => {
  const row = line({ author_email: '=cmd@x.y', verb: 'insert', after_title: '+1', device: '@evil' });
  const cells = columnsOf(parts).map(column => column.read(row));
  expect(cells[1]).toBe('=cmd@x.y');
  const written = csvLine(cells);
  expect(written).toContain(",'=cmd@x.y,'=cmd@x.y added the project “+1”,Manage Projects,'@evil\r\n");
});
