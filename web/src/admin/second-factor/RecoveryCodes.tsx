// Recovery codes, shown this once, with ways to keep them.
import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { notify } from '../../lib/notices';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { secondFactor } = useAdminMessages();
  const { codes: texts } = secondFactor;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function onCopy() {
    await navigator.clipboard.writeText(codes.join('\n'));
    notify({ title: secondFactor.copied });
  }

  function onDownload() {
    const text = [texts.fileHeading(location.host), '', ...codes, '', texts.each].join('\r\n');
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: texts.file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  return (
    <div className="grid gap-4">
      <div data-printed className="grid gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-h4">
          {texts.heading}
        </h2>
        <p className="hidden text-sm print:block">{texts.fileHeading(location.host)}</p>
        <p className="text-sm">{texts.keep}</p>
        <ul
          aria-label={texts.heading}
          className="grid gap-x-6 gap-y-1 rounded-soft border border-hairline bg-cream p-4 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map(code => (
            <li key={code} dir="ltr">
              {code}
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">{texts.each}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Action variant="outline" onClick={onDownload}>
          <Download className="size-4" aria-hidden="true" />
          {texts.download}
        </Action>
        {'clipboard' in navigator && (
          <Action variant="outline" onClick={onCopy}>
            <Copy className="size-4" aria-hidden="true" />
            {texts.copy}
          </Action>
        )}
        <Action variant="outline" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          {texts.print}
        </Action>
      </div>
      <Action variant="primary" className="justify-self-start" onClick={onDone}>
        {texts.kept}
      </Action>
    </div>
  );
}
