// Text copied from a chat. WhatsApp writes *bold*, _italic_ and ~struck~, and puts time and sender in front. Pure.

const stamp = /^\[\d{1,2}[:.]\d{2}[^\]]*\]\s[^:\n]{1,60}:\s/;
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** HTML for pasted plain text: one paragraph per line, marks as marks. */
export function messageHtml(text: string): string {
  return text
    .replace(invisible, '')
    .split(/\r\n?|\n/)
    .map(line => line.replace(stamp, '').trim())
    .filter(line => line !== '')
    .map(line => `<p>${marks(escaped(line))}</p>`)
    .join('');
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
