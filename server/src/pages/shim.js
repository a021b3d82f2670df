// What the rendering script expects of its surroundings, besides the language itself: a console and URL.
(() => {
  const say = (...words) =>
    log(words.map(word => (word instanceof Error ? `${word}\n${word.stack}` : String(word))).join(' '));
  globalThis.console = { log() {}, info() {}, debug() {}, warn: say, error: say };
  globalThis.URL = class URL {
    constructor(text, base = '') {
      const parts = parseAddress(String(text), String(base));
      if (!parts) throw new TypeError(`Invalid URL: ${text}`);
      Object.assign(this, JSON.parse(parts));
    }
    static canParse(text, base = '') {
      return parseAddress(String(text), String(base)) !== '';
    }
    toString() {
      return this.href;
    }
  };
})();
