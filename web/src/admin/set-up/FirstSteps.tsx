// On the dashboard, right after the set-up: what to do first. It belongs to that visit; coming back later does not show it.
import { ArrowRight, CheckCircle2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useAdminMessages } from '../messages';

/** What the set-up hands over to the dashboard. */
export interface First {
  /** The bank details on the site are those of the sample. */
  bankIsSample: boolean;
}

const steps = [
  { name: 'bank', path: '/admin/manage-donations' },
  { name: 'homepage', path: '/admin/manage-homepage' },
  { name: 'contact', path: '/admin/manage-contact-footer' },
  { name: 'people', path: '/admin/accounts' },
] as const;

export function FirstSteps() {
  const { first: texts } = useAdminMessages().setUp;
  const first: First | undefined = useLocation().state?.first;
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that was sent is gone, and with it the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (!first) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-soft border border-emerald bg-surface p-4 sm:p-6"
    >
      <h2
        ref={heading}
        tabIndex={-1}
        id="first-steps"
        className="flex items-center gap-3 text-h4 outline-none"
      >
        <CheckCircle2 className="size-6 shrink-0 text-emerald" aria-hidden="true" />
        {texts.heading}
      </h2>
      <p className="mt-2 text-sm text-ink-soft">{texts.text}</p>
      <ol className="mt-2 divide-y divide-hairline">
        {steps.map(({ name, path }, index) => (
          <li key={name}>
            <Link to={path} className="flex min-h-14 items-center gap-3 py-2 hover:bg-cream">
              <span
                aria-hidden="true"
                className="grid size-7 shrink-0 place-items-center rounded-full bg-emerald-tint text-sm font-semibold text-emerald"
              >
                {index + 1}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-semibold">{texts[name].label}</span>
                <span className="block text-sm text-ink-soft">
                  {texts[name].text} {name === 'bank' && first.bankIsSample && texts.sampleBank}
                </span>
              </span>
              <ArrowRight className="size-4 shrink-0 text-ink-soft rtl:rotate-180" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
      <a href="/" className="link mt-2 inline-flex min-h-11 items-center text-sm">
        {texts.look}
      </a>
    </section>
  );
}
