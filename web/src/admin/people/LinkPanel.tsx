// A link that is handed over by hand. It is nowhere but here, so it is gone when the panel is closed.
import { Copy, MessageCircle, Share2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { copyText } from '../../lib/clipboard';
import { notify } from '../../lib/notices';
import { ButtonLink } from '../../ui/Button';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';

export interface HandedLink {
  kind: 'invite' | 'recovery';
  whom: string;
  link: string;
}

export function LinkPanel({ kind, whom, link, onDone }: HandedLink & { onDone(): void }) {
  const texts = useAdminMessages().people.link;
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const text = kind === 'invite' ? texts.inviteText(link) : texts.recoveryText(link);

  // What was asked for has come: for the eyes and for screen readers.
  useEffect(() => panel.current?.focus(), []);

  async function copy() {
    const copied = await copyText(link);
    notify(copied ? { title: texts.copied } : { title: texts.cannotCopy, destructive: true });
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-describedby={`${id}-about`}
      aria-label={texts.label}
      className="grid gap-3 rounded-soft border border-emerald bg-emerald-tint p-4"
      data-link
    >
      <p id={`${id}-about`} className="text-sm">
        <span dir="auto">{texts[kind](whom)}</span> {texts.once}
      </p>
      <input
        readOnly
        dir="ltr"
        aria-label={texts.label}
        value={link}
        className={`${control} font-mono text-xs!`}
        onFocus={event => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Action variant="primary" onClick={copy}>
          <Copy className="size-4" aria-hidden="true" />
          {texts.copy}
        </Action>
        {'share' in navigator && (
          <Action variant="outline" onClick={() => navigator.share({ text }).catch(() => {})}>
            <Share2 className="size-4" aria-hidden="true" />
            {texts.share}
          </Action>
        )}
        <ButtonLink
          variant="outline"
          size="small"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          title={texts.whatsAppTitle}
        >
          <MessageCircle className="size-4" aria-hidden="true" />
          {texts.whatsApp}
        </ButtonLink>
        <Action variant="outline" className="ms-auto" onClick={onDone}>
          {texts.done}
        </Action>
      </div>
    </section>
  );
}
