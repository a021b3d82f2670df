// Text copied from a chat. WhatsApp writes *bold*, _italic_ and ~struck~, puts time and sender in front, and people write
// lists by hand. Pure.

const date = String.raw`\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?`;
const time = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?`;
const moment = `(?:${date},?\\s${time}|${time},?\\s${date})`;
const sender = String.raw`[^:\n]{1,60}:\s?`;
/** '[14:03, 12/11/2026] Amina: ' of a computer, '[14/07, 10:15 am] Amina: ' of a phone, '14/07/26, 10:15 - Amina: ' of an export. */
const stamp = new RegExp(`^(?:\\[${moment}\\]\\s?|${moment}\\s[-–]\\s)${sender}`, 'i');
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const oddSpaces = /[\u00a0\u202f]/g;

const bullet = /^(?:[-–•▪◦·]|\*(?!\S))\s+(?=\S)/;
const numbered = /^(\d{1,3})[.)]\s+(?=\S)/;

/** A line without the time and the sender that a chat puts in front of it. */
export function withoutStamp(line: string): string {
  return line.replace(stamp, '');
}

export type Line = { kind: 'text' | 'bullet' | 'number'; text: string };

/** Which lines are entries of a list that somebody wrote by hand. Numbers make a list only when they count from one. */
export function classify(lines: readonly string[]): Line[] {
  let count = 0;
  return lines.map((line, index) => {
    if (bullet.test(line)) {
      count = 0;
      return { kind: 'bullet', text: line.replace(bullet, '') };
    }
    const found = Number(numbered.exec(line)?.[1] ?? 0);
    const begins = found === 1 && numberOf(lines[index + 1]) === 2;
    const goesOn = found > 1 && found === count + 1;
    count = begins || goesOn ? found : 0;
    return count > 0 ? { kind: 'number', text: line.replace(numbered, '') } : { kind: 'text', text: line };
  });
}

function numberOf(line = ''): number {
  return Number(numbered.exec(line)?.[1] ?? 0);
}

/** HTML for pasted plain text: one paragraph per line, lists as lists, marks as marks. */
export function messageHtml(text: string): string {
  const lines = text
    .replace(invisible, '')
    .replace(oddSpaces, ' ')
    .split(/\r\n?|\n/)
    .map(line => withoutStamp(line.trim()).trim())
    .filter(line => line !== '');
  let html = '';
  let open = '';
  for (const { kind, text } of classify(lines)) {
    const list = { text: '', bullet: 'ul', number: 'ol' }[kind];
    if (list !== open) html += (open && `</${open}>`) + (list && `<${list}>`);
    open = list;
    const inner = marks(escaped(text));
    html += list ? `<li>${inner}</li>` : `<p>${inner}</p>`;
  }
  return html + (open && `</${open}>`);
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function marks(line: string): string {
  const around = (mark: string) =>
    new RegExp(`(^|[\\s("'])\\${mark}(\\S(?:[^${mark}]*\\S)?)\\${mark}(?=$|[\\s.,;:!?)"'])`, 'g');
  return line
    .replace(around('*'), '$1<strong>$2</strong>')
    .replace(around('_'), '$1<em>$2</em>')
    .replace(around('~'), '$1<s>$2</s>');
}
