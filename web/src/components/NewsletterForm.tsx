import type { NewsletterSection } from '../lib/content';
import { useHydrated } from '../lib/hydrated';
import { notify } from '../lib/notices';
import { insertRow } from '../lib/request';
import { useSubmission } from '../lib/submission';
import { Button } from '../ui/Button';
import { NeedsScript } from './NeedsScript';
import { Trap } from './Trap';

export function NewsletterForm({ content }: { content: Partial<NewsletterSection> }) {
  const ready = useHydrated();
  const { busy, onSubmit, appeared } = useSubmission(async ({ email }, form) => {
    if (!email) return notify({ title: 'Please enter your email.', destructive: true });
    const failure = await insertRow('subscribers', { email });
    if (!failure) thank(form);
    else if (failure.code === '23505') notify({ title: 'You are already subscribed!' });
    else notify({ title: 'Subscription failed.', description: failure.message, destructive: true });
  }, thank);

  return (
    <form ref={appeared} onSubmit={onSubmit} className="relative" aria-label="Newsletter">
      {content.subheading && <p className="text-mist">{content.subheading}</p>}
      <div className="mt-4 flex flex-col gap-3 sm:flex-row md:flex-col lg:flex-row">
        <input
          type="email"
          name="email"
          aria-label="Email address"
          autoComplete="email"
          placeholder={content.placeholder || 'Your email address'}
          disabled={busy}
          className="min-h-12 min-w-0 flex-1 rounded-soft border border-mist/60 bg-ink-deep px-4 text-cream placeholder:text-mist disabled:opacity-60"
        />
        <Button variant="onInk" type="submit" busy={busy} disabled={!ready}>
          {content.button_text || 'Subscribe'}
        </Button>
      </div>
      <Trap />
      <NeedsScript />
    </form>
  );
}

function thank(form: HTMLFormElement) {
  form.reset();
  notify({ title: 'Subscribed!', description: 'Thank you for joining our mailing list.' });
}
