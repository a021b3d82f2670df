// A graph of cost by size, both on logarithmic scales, as SVG: one line a question.
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [860, 460, 70, 250, 30, 50];
const COLOURS = [
  '#0b5d3b',
  '#c2410c',
  '#1d4ed8',
  '#7c3aed',
  '#be123c',
  '#0e7490',
  '#4d7c0f',
  '#a16207',
  '#334155',
  '#db2777',
  '#059669',
  '#b45309',
];

const log = Math.log10;
const safe = text => text.replace(/[<>&]/g, sign => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign]);

/** `costs`: what → size → microseconds. */
export function graph(costs) {
  const points = Object.values(costs).flatMap(Object.entries);
  const sizes = points.map(([size]) => Number(size));
  const values = points.map(([, value]) => value);
  const [left, right] = [log(Math.min(...sizes)), log(Math.max(...sizes))];
  const [low, high] = [Math.floor(log(Math.min(...values))), Math.ceil(log(Math.max(...values)))];
  const x = size => LEFT + ((log(size) - left) / (right - left)) * (WIDTH - LEFT - RIGHT);
  const y = value => TOP + ((high - log(value)) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const parts = [];
  const put = (at, up, text, more = '') =>
    parts.push(`<text x="${at}" y="${up}" ${more}>${safe(text)}</text>`);

  for (let power = low; power <= high; power++) {
    const up = y(10 ** power);
    parts.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${up}" y2="${up}" stroke="#ddd"/>`);
    put(LEFT - 8, up + 4, (10 ** power).toLocaleString('en'), 'text-anchor="end"');
  }
  for (const size of new Set(sizes))
    put(x(size), HEIGHT - BOTTOM + 20, size.toLocaleString('en'), 'text-anchor="middle"');
  put(LEFT, 16, 'µs of processor time a request');
  put((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, 'rows in the table, or files', 'text-anchor="middle"');

  const ends = Object.entries(costs).map(([what, bySize], number) => {
    const line = Object.entries(bySize).map(([size, value]) => [x(Number(size)), y(value)]);
    const colour = COLOURS[number % COLOURS.length];
    const path = line.map(point => point.map(Math.round).join(',')).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [at, up] of line)
      parts.push(`<circle cx="${at.toFixed(0)}" cy="${up.toFixed(0)}" r="3" fill="${colour}"/>`);
    return { what, colour, up: line.at(-1)[1] };
  });
  // Names stand beside the ends of their lines, moved apart where they would lie on each other.
  let last = 0;
  for (const { what, colour, up } of ends.toSorted((one, other) => one.up - other.up)) {
    last = Math.max(up + 4, last + 15);
    put(WIDTH - RIGHT + 12, last.toFixed(0), what, `fill="${colour}"`);
  }
  const style = 'font-family="sans-serif" font-size="12" fill="#222"';
  const title = '<title>Processor time of a request, by the number of rows</title>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ${style}>${title}<rect width="100%" height="100%" fill="#fff"/>${parts.join('\n')}</svg>\n`;
}
