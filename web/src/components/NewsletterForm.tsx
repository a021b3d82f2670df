import { useRef } from 'react';
import { dismiss, type Notice, notify } from '../lib/notices';
import { insertRow } from '../lib/request';
import { useSubmission } from '../lib/submission';
import { useMessages } from '../messages/language';
import { type Documents, forms } from '../schema.gen';
import { Button } from '../ui/Button';
import { FormNotes } from './FormNotes';
import { Honeypot } from './Honeypot';

/** What the server answers when an address is there already. */
const repeated = '23505';

export function NewsletterForm({ content }: { content: Documents['newsletter_section'] }) {
  const messages = useMessages();
  const texts = messages.forms.newsletter;
  const said = useRef(0);
  const say = (notice: Omit<Notice, 'id'>) => {
    said.current = notify(notice);
  };
  const { busy, onSubmit, appeared } = useSubmission({
    table: 'subscribers',
    check({ email }) {
      if (!email) say({ title: texts.empty, destructive: true });
      return Boolean(email);
    },
    async send({ email }, form) {
      const failure = await insertRow('subscribers', { email }, messages);
      if (!failure) {
        form.reset();
        say(texts.done);
      } else if (failure.code === repeated) say({ title: texts.repeated });
      else say({ title: texts.failed, description: failure.message, destructive: true });
    },
  });

  return (
    <form ref={appeared} method="dialog" onSubmit={onSubmit} className="relative" aria-label={texts.label}>
      {content.subheading && (
        <p dir="auto" className="text-mist">
          {content.subheading}
        </p>
      )}
      <div className="mt-4 flex flex-col gap-3 sm:flex-row md:flex-col lg:flex-row">
        <input
          type="email"
          name="email"
          dir="auto"
          aria-label={texts.email}
          autoComplete="email"
          maxLength={forms.subscribers.email.maxLength}
          placeholder={content.placeholder || texts.placeholder}
          disabled={busy}
          // What was said about the address before is not about this one.
          onInput={() => dismiss(said.current)}
          className="min-h-12 min-w-0 flex-1 rounded-soft border border-mist/60 bg-ink-deep px-4 text-cream placeholder:text-mist disabled:opacity-60"
        />
        <Button variant="onInk" type="submit" busy={busy} className="needs-script">
          <span dir="auto">{content.button_text || texts.submit}</span>
        </Button>
      </div>
      <Honeypot />
      <FormNotes />
    </form>
  );
}
