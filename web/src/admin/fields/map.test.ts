import { expect, test } from 'vitest';
import { frameable } from '../../lib/map';
import { cleanMap, refuseMap, warnMap } from './map';

const osm = 'https://www.openstreetmap.org/export/embed.html?bbox=73.0,31.3,73.5,31.6&layer=mapnik';

test('an address that can be framed stays as it is', () => {
  for (const good of [osm, 'https://www.google.com/maps/embed?pb=!1m18!1m12']) {
    expect(cleanMap(good)).toBe(good);
    expect(warnMap(good)).toBeUndefined();
  }
  expect(cleanMap('')).toBe('');
  expect(warnMap('')).toBeUndefined();
});

test('a whole frame is taken apart, and http becomes https', () => {
  const frame = `<iframe width="425" height="350" src="${osm.replaceAll('&', '&amp;')}" style="border: 1px"></iframe><br/><small><a href="x">View</a></small>`;
  expect(cleanMap(frame)).toBe(osm);
  expect(cleanMap(`<IFRAME src='https://www.google.com/maps/embed?pb=!1m18' loading=lazy>`)).toBe(
    'https://www.google.com/maps/embed?pb=!1m18',
  );
  expect(cleanMap(osm.replace('https', 'http'))).toBe(osm);
  expect(cleanMap(osm.replace('https://www.', ''))).toBe(osm);
});

test('links of the address bar become maps that can be framed', () => {
  const cases: Record<string, string> = {
    'https://www.openstreetmap.org/#map=15/31.418/73.079':
      'https://www.openstreetmap.org/export/embed.html?bbox=73.07351,31.41525,73.08449,31.42075&layer=mapnik',
    'https://www.openstreetmap.org/?mlat=31.418&mlon=73.079#map=15/31.4/73.1':
      'https://www.openstreetmap.org/export/embed.html?bbox=73.07351,31.41525,73.08449,31.42075&layer=mapnik&marker=31.418,73.079',
    'https://www.google.com/maps/place/Allied+Hospital/@31.4,73.08,17z/data=!3m1!4b1!4m6!3d31.4187!4d73.0791':
      'https://www.google.com/maps?q=31.4187%2C73.0791&z=17&output=embed',
    'https://www.google.com.pk/maps/@31.4187,73.0791,14.5z':
      'https://www.google.com/maps?q=31.4187%2C73.0791&z=15&output=embed',
    'http://maps.google.com/?q=Clock+Tower+Faisalabad':
      'https://www.google.com/maps?q=Clock%20Tower%20Faisalabad&output=embed',
    'https://www.google.com/maps/search/?api=1&query=31.4,73.1':
      'https://www.google.com/maps?q=31.4%2C73.1&output=embed',
    'google.com/maps/place/Chak+204': 'https://www.google.com/maps?q=Chak%20204&output=embed',
  };
  for (const [typed, embed] of Object.entries(cases)) {
    expect(cleanMap(typed), typed).toBe(embed);
    expect(frameable(embed), typed).toBe(embed);
    expect(warnMap(typed), typed).toBeUndefined();
    expect(cleanMap(embed), 'once is enough').toBe(embed);
  }
});

test('what cannot be shown is doubted, with the way to a map that can', () => {
  for (const short of ['https://maps.app.goo.gl/AbCd123', 'https://goo.gl/maps/xyz'])
    expect([warnMap(short), refuseMap(short)]).toEqual(Array(2).fill(expect.stringContaining('Embed a map')));
  expect(refuseMap('https://example.org/map')).toBeUndefined();
  expect(warnMap('https://example.org/map')).toContain('www.openstreetmap.org, www.google.com');
  expect(warnMap('our office')).toContain('Only maps from');
  expect(warnMap('javascript:alert(1)')).toContain('Only maps from');
  expect(warnMap('https://www.google.com/search?q=office')).toContain('names no place');
  expect(cleanMap('https://maps.app.goo.gl/AbCd123')).toBe('https://maps.app.goo.gl/AbCd123');
});
