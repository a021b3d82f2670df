// A flame graph as SVG from the stacks that perf has seen: a box a function, as wide as its share of the samples, on top
// of what called it. Without a script: the whole name and its share are in each box's title.
const [WIDTH, ROW, TOP] = [1200, 17, 44];
/** Boxes narrower than this are left out: nobody can see them. */
const MIN_WIDTH = 1.2;
/** A picture for a document; where it is larger, more of the narrow boxes are left out. */
const MAX_CHARACTERS = 140_000;
const CHARACTER = 6.6;

const safe = text =>
  text.replace(/[<>&"]/g, sign => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign]);

/** A name as people say it: without the compiler's number, and without what stands in angle brackets, outside in. */
export function shortened(name) {
  let text = name.replace(/::h[0-9a-f]{16}$/, '').replace(/\+0x[0-9a-f]+$/, '');
  const impl = /^<(.+?) as .+?>::(.+)$/.exec(text) ?? /^<(.+?)>::(.+)$/.exec(text);
  if (impl) text = `${impl[1]}::${impl[2]}`;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/(?:::)?<[^<>]*>/g, '');
  }
  return text.replaceAll('{{closure}}', '{}').replace(/[<>]/g, '') || name;
}

/** What `perf script -F comm,ip,sym` prints, as stacks from the outside in, each with how often it was seen. */
export function stacks(printed) {
  const counts = new Map();
  for (const sample of printed.split('\n\n')) {
    const [head, ...lines] = sample.split('\n').filter(line => line.trim() !== '');
    if (!head || lines.length === 0) continue;
    const frames = lines.map(line => shortened(line.trim().replace(/^[0-9a-f]+ /, ''))).toReversed();
    const stack = [head.trim().replace(/[-:0-9]+$/, ''), ...frames.filter(name => name !== '[unknown]')].join(
      ';',
    );
    counts.set(stack, (counts.get(stack) ?? 0) + 1);
  }
  return counts;
}

function tree(counts) {
  const root = { name: 'all', count: 0, below: new Map() };
  for (const [stack, count] of counts) {
    root.count += count;
    let at = root;
    for (const name of stack.split(';')) {
      if (!at.below.has(name)) at.below.set(name, { name, count: 0, below: new Map() });
      at = at.below.get(name);
      at.count += count;
    }
  }
  return root;
}

/** Warm, and the same for the same name in every graph. */
function colour(name) {
  const kernel =
    /^(__|do_|sys_|tcp_|ip_|sock|ksys|vfs_|ext4|entry_|x64_|asm_|sched|schedule|nf_|net_|skb|inet|unix_)/.test(
      name,
    );
  const hash = [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) >>> 0, 7);
  const [hue, light] = [kernel ? 20 : /^(umeed|<umeed)/.test(name) ? 150 : 40, 66 + (hash % 14)];
  return `hsl(${hue + (hash % 12)} ${kernel ? 75 : 55}% ${light}%)`;
}

export function flamegraph(counts, title, minWidth = MIN_WIDTH) {
  const root = tree(counts);
  const scale = WIDTH / root.count;
  const boxes = [];
  let deepest = 0;
  const draw = (node, x, depth) => {
    const width = node.count * scale;
    if (width < minWidth) return;
    deepest = Math.max(deepest, depth);
    boxes.push({ node, x, width, depth });
    let next = x;
    for (const below of [...node.below.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      draw(below, next, depth + 1);
      next += below.count * scale;
    }
  };
  draw(root, 0, 0);
  const height = TOP + (deepest + 1) * ROW + 8;
  const parts = boxes.map(({ node, x, width, depth }) => {
    const y = height - 8 - (depth + 1) * ROW;
    const room = Math.floor((width - 6) / CHARACTER);
    // The end of a path says more than its beginning.
    const tail = node.name.length <= room ? node.name : `…${node.name.slice(-(room - 1))}`;
    const label = room < 4 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${safe(tail)}</text>`;
    const share = ((100 * node.count) / root.count).toFixed(1);
    return `<g><title>${safe(node.name)} ${share} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colour(node.name)}"/>${label}</g>`;
  });
  const heading = `<text x="8" y="18" font-size="15">${safe(title)}</text><text x="8" y="36">${root.count.toLocaleString('en')} samples; green is this project, red the kernel; point at a box for its name and share</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11" fill="#111"><title>${safe(title)}</title><rect width="100%" height="100%" fill="#fff"/>${heading}${parts.join('\n')}</svg>\n`;
  return svg.length > MAX_CHARACTERS ? flamegraph(counts, title, minWidth * 1.5) : svg;
}
