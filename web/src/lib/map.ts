// Only these hosts may be framed; the server's Content-Security-Policy lists the same ones.
const hosts = ['www.openstreetmap.org', 'www.google.com', 'maps.google.com'];

/** The area the foundation serves: longitude 73.0 to 73.5, latitude 31.3 to 31.6. */
export const faisalabad = {
  embed: 'https://www.openstreetmap.org/export/embed.html?bbox=73.0,31.3,73.5,31.6&layer=mapnik',
  link: 'https://www.openstreetmap.org/#map=11/31.45/73.25',
};

/** A map address staff typed, if it may be framed. */
export function frameable(url: string | undefined): string | undefined {
  const host = /^https:\/\/([^/?#@\\]+)(?=[/?#]|$)/i.exec(url ?? '')?.[1];
  return host && hosts.includes(host.toLowerCase()) ? url : undefined;
}

/** A map address staff typed, if it is at least safe to link to. */
export function linkable(url: string | undefined): string | undefined {
  return url && /^https:\/\/[^/?#@\\]+/i.test(url) ? url : undefined;
}
