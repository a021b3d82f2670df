// Maps in a frame. Only some hosts may be framed; the server's Content-Security-Policy lists the same ones.
import { mapHosts } from '../schema.gen';

/** The area the foundation serves: longitude 73.0 to 73.5, latitude 31.3 to 31.6. */
export const faisalabad = {
  embed: 'https://www.openstreetmap.org/export/embed.html?bbox=73.0,31.3,73.5,31.6&layer=mapnik',
  link: 'https://www.openstreetmap.org/#map=11/31.45/73.25',
};

const number = '(-?\\d+(?:\\.\\d+)?)';

/** The address in what staff pasted: a link, or the whole `<iframe>` that a map site offers. */
function addressIn(typed: string | null | undefined): string {
  const text = typed?.trim() ?? '';
  const source = /^<iframe\b[^>]*\ssrc=["']([^"']+)["']/i.exec(text)?.[1]?.replaceAll('&amp;', '&');
  return (source ?? text).replace(/^http:/i, 'https:');
}

/** An address that can be shown in a frame, made from what staff pasted where that is possible. */
export function frameable(typed: string | null | undefined): string | undefined {
  const url = addressIn(typed);
  const host = /^https:\/\/([^/?#@\\]+)(?=[/?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  if (!host || !(mapHosts as readonly string[]).includes(host)) return undefined;
  return host === 'www.openstreetmap.org' ? openStreetMap(url) : google(url);
}

/** The page of a place cannot be framed, but every map of OpenStreetMap can be by its corners. */
function openStreetMap(url: string): string | undefined {
  if (url.includes('/export/embed.html')) return url;
  const [, zoom, lat, lon] = new RegExp(`#map=(\\d+)/${number}/${number}`).exec(url) ?? [];
  const marker = new RegExp(`[?&]mlat=${number}&mlon=${number}`).exec(url);
  if (!lat && !marker) return undefined;
  const [y, x] = [Number(lat ?? marker?.[1]), Number(lon ?? marker?.[2])];
  const half = 180 / 2 ** Number(zoom ?? 15);
  const corners = [x - half, y - half / 2, x + half, y + half / 2].map(corner => corner.toFixed(5));
  const pin = marker ? `&marker=${marker[1]},${marker[2]}` : '';
  return `https://www.openstreetmap.org/export/embed.html?bbox=${corners.join()}&layer=mapnik${pin}`;
}

/** Google lets itself be framed at /maps/embed and with output=embed, for a place or a search. */
function google(url: string): string | undefined {
  if (/\/maps\/embed|[?&]output=embed/.test(url)) return url;
  const place = /\/maps\/(?:place|search)\/([^/@?#]+)/.exec(url)?.[1];
  const [, lat, lon, zoom] = new RegExp(`/@${number},${number}(?:,(\\d+))?`).exec(url) ?? [];
  const wanted = /[?&](?:q|query)=([^&#]+)/.exec(url)?.[1] ?? place ?? (lat && `${lat},${lon}`);
  if (!wanted) return undefined;
  const at = lat && wanted !== `${lat},${lon}` ? `&ll=${lat},${lon}` : '';
  return `https://www.google.com/maps?q=${wanted}${at}${zoom ? `&z=${zoom}` : ''}&output=embed`;
}

/** The address to open in a tab of its own, if it is at least a safe one. */
export function linkable(typed: string | null | undefined): string | undefined {
  const url = addressIn(typed);
  return /^https:\/\/[^/?#@\\]+/i.test(url) ? url : undefined;
}
