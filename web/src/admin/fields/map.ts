// What people have when they are asked for a map: the code of a frame, the link of the address bar, a short link of a phone.
// Turned into an address that can be framed wherever that is possible. Pure.
import { mapHosts } from '../../schema.gen';
import { adminMessages } from '../messages';

/** How much of the world is around the place, in degrees to each side, by the map's own zoom. */
const around = (zoom: number) => 180 / 2 ** Math.max(1, Math.min(zoom, 19));

const number = String.raw`(-?\d+(?:\.\d+)?)`;
/** As long as a coordinate needs to be to a few metres. */
const rounded = (degrees: number) => String(Math.round(degrees * 1e5) / 1e5);

/** The address to put into the field for what was typed or pasted; the text itself when nothing better is known. */
export function cleanMap(typed: string): string {
  const text = sourceOfFrame(typed)
    .trim()
    .replace(/^http:/i, 'https:');
  const url = read(text);
  if (!url) return text;
  return fromOpenStreetMap(url) ?? fromGoogle(url) ?? (/^https:/i.test(text) ? text : url.href);
}

/** Why the map of this address would not be shown, with the way to one that would. */
export function warnMap(typed: string): string | undefined {
  const text = cleanMap(typed);
  if (!text) return undefined;
  const { warnMapShort, warnMapHost, warnMapNoPlace } = adminMessages().fields;
  const url = read(text);
  if (url && isShort(url)) return warnMapShort;
  if (!url || !(mapHosts as readonly string[]).includes(url.hostname))
    return warnMapHost(mapHosts.slice(0, 2).join(', '));
  return isEmbed(url) ? undefined : warnMapNoPlace;
}

/** A phone's short link leads to a map that no page can show, and nobody can tell from it which place it means. */
export function refuseMap(typed: string): string | undefined {
  const url = read(cleanMap(typed));
  return url && isShort(url) ? adminMessages().fields.warnMapShort : undefined;
}

function sourceOfFrame(text: string): string {
  const [, , source] = /<iframe[^>]*?\ssrc\s*=\s*(["']?)([^"'\s>]+)\1/i.exec(text) ?? [];
  return source?.replaceAll('&amp;', '&') ?? text;
}

function read(text: string): URL | undefined {
  if (!text || /\s/.test(text)) return undefined;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text) ?? [];
  if (scheme && scheme.toLowerCase() !== 'https') return undefined;
  try {
    const url = new URL(scheme ? text : `https://${text.replace(/^\/\//, '')}`);
    return url.hostname.includes('.') ? url : undefined;
  } catch {
    return undefined;
  }
}

function isShort({ hostname, pathname }: URL): boolean {
  return /^(maps\.app\.goo\.gl|goo\.gl|osm\.org|g\.co)$/.test(hostname) && pathname !== '/';
}

function isEmbed({ hostname, pathname, searchParams }: URL): boolean {
  if (hostname === 'www.openstreetmap.org') return pathname === '/export/embed.html';
  return pathname.startsWith('/maps/embed') || searchParams.get('output') === 'embed';
}

/** 'openstreetmap.org/#map=15/31.418/73.079' and '?mlat=…&mlon=…', as the address bar has them. */
function fromOpenStreetMap(url: URL): string | undefined {
  if (!/^(www\.)?openstreetmap\.org$/.test(url.hostname)) return undefined;
  if (url.pathname === '/export/embed.html')
    return `https://www.openstreetmap.org${url.pathname}${url.search}`;
  const [, zoom = '16', ...shown] =
    new RegExp(`map=(\\d+(?:\\.\\d+)?)/${number}/${number}`).exec(url.hash) ?? [];
  const marked = [url.searchParams.get('mlat'), url.searchParams.get('mlon')];
  const [latitude, longitude] = (marked[0] && marked[1] ? marked : shown).map(Number);
  if (latitude === undefined || longitude === undefined || !isPlace(latitude, longitude)) return undefined;
  const reach = around(Number(zoom));
  const bbox = [longitude - reach, latitude - reach / 2, longitude + reach, latitude + reach / 2].map(
    rounded,
  );
  const marker = marked[0] ? `&marker=${rounded(latitude)},${rounded(longitude)}` : '';
  return `https://www.openstreetmap.org/export/embed.html?bbox=${bbox.join(',')}&layer=mapnik${marker}`;
}

/** A place by its name, by its coordinates, or what the map was centred on; Google frames such a search without a key. */
function fromGoogle(url: URL): string | undefined {
  if (!/^(www\.|maps\.)?google\.([a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/.test(url.hostname))
    return undefined;
  const onMaps = url.hostname.startsWith('maps.') || url.pathname.startsWith('/maps');
  if (!onMaps) return undefined;
  if (isEmbed(url))
    return `https://${url.hostname.startsWith('maps.') ? 'maps' : 'www'}.google.com${url.pathname}${url.search}`;
  const path = decodeURI(url.pathname);
  const [, pinLatitude, pinLongitude] = new RegExp(`!3d${number}!4d${number}`).exec(path) ?? [];
  const [, latitude, longitude, zoom] =
    new RegExp(`@${number},${number}(?:,(\\d+(?:\\.\\d+)?)z)?`).exec(path) ?? [];
  const [, named] = /\/maps\/(?:place|search)\/([^/@]+)/.exec(url.pathname) ?? [];
  const query =
    (pinLatitude && `${pinLatitude},${pinLongitude}`) ||
    url.searchParams.get('q') ||
    url.searchParams.get('query') ||
    (named && decodeURIComponent(named.replaceAll('+', ' '))) ||
    (latitude && `${latitude},${longitude}`);
  if (!query) return undefined;
  const near = zoom ? `&z=${Math.round(Number(zoom))}` : '';
  return `https://www.google.com/maps?q=${encodeURIComponent(query)}${near}&output=embed`;
}

function isPlace(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
