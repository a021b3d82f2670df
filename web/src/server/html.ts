// Writing HTML by hand, for what surrounds the rendered page.

export function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>`;
}

/** JSON that can close neither its script element nor open a comment in it. */
export function dataBlock(type: string, data: object, id?: string): string {
  const json = JSON.stringify(data).replace(/</g, '\\u003c');
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`;
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

export function absolute(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url;
}
