// The footer of every page. It needs all three of its content blocks, and shows nothing if one of them failed.
import { linkTarget, shownAddress } from '../lib/link';
import type { FrameAnswers } from '../lib/page';
import { contentOf } from '../lib/query';
import { siteName } from '../lib/site-name';
import { useMessages } from '../messages/language';
import type { Documents } from '../schema.gen';
import { Brand } from './Brand';
import { NewsletterForm } from './NewsletterForm';
import { SocialIcon } from './SocialIcon';
import { Umeed } from './Umeed';

type FooterContent = Documents['footer'];

export function Footer({ answers, year }: { answers: Partial<FrameAnswers>; year: number }) {
  const messages = useMessages();
  const texts = messages.shell;
  const settings = contentOf(answers.settings);
  const footer = contentOf(answers.footer);
  const newsletter = contentOf(answers.newsletter);
  if (!settings || !footer || !newsletter) return null;

  return (
    <footer className="site-footer on-ink relative overflow-hidden bg-ink text-cream">
      <div className="girih-band text-emerald" />
      <Umeed className="pointer-events-none absolute end-5 bottom-24 h-56 text-cream opacity-[0.06] lg:end-12 lg:bottom-20 lg:h-64" />
      <div className="wrap relative grid grid-cols-[auto_1fr] gap-x-10 gap-y-12 py-16 md:grid-cols-[1fr_1fr_1.6fr] lg:grid-cols-[1.3fr_0.8fr_0.8fr_1.5fr] lg:gap-10">
        <div className="col-span-full lg:col-span-1">
          <Brand settings={settings} onInk />
          {footer.tagline && (
            <p dir="auto" className="mt-5 max-w-[36ch] text-mist">
              {footer.tagline}
            </p>
          )}
          <Website url={footer.website_url} />
        </div>
        <LinkList title={texts.quickLinks} links={footer.quick_links} />
        <LinkList title={texts.getInvolved} links={footer.get_involved_links} />
        <div className="col-span-full md:col-span-1 md:col-start-3 lg:col-start-4">
          <h2 className="text-h4">{texts.newsletter}</h2>
          <div className="mt-3">
            <NewsletterForm content={newsletter} />
          </div>
          <SocialLinks title={texts.followUs} links={footer.social_links} />
        </div>
      </div>
      <div className="relative border-t border-hairline-ink">
        <p className="wrap py-6 text-sm text-mist">{texts.copyright(year, siteName(settings, messages))}</p>
      </div>
    </footer>
  );
}

function Website({ url }: { url: string | null | undefined }) {
  const target = linkTarget(url);
  if (!target) return null;
  return (
    <a href={target} dir="auto" className="link mt-3 inline-flex min-h-11 items-center break-all">
      {shownAddress(target)}
    </a>
  );
}

/** Links that lead somewhere, each with the place it has in the list: two may well have the same label. */
function usable<T extends { url?: string | null }>(links: T[] | undefined) {
  return (links ?? []).flatMap((link, place) => {
    const target = linkTarget(link.url);
    return target ? [{ ...link, target, place }] : [];
  });
}

function LinkList({ title, links }: { title: string; links: FooterContent['quick_links'] }) {
  const shown = usable(links);
  if (shown.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2 className="text-h4">{title}</h2>
      <ul className="mt-3">
        {shown.map(link => (
          <li key={link.place}>
            <a
              href={link.target}
              dir="auto"
              className="inline-flex min-h-11 items-center text-mist hover:text-cream hover:underline"
            >
              {link.label || shownAddress(link.target)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SocialLinks({ title, links }: { title: string; links: FooterContent['social_links'] }) {
  const shown = usable(links);
  if (shown.length === 0) return null;
  return (
    <>
      <h2 className="mt-10 text-h4">{title}</h2>
      <ul className="-ms-3 mt-3 flex flex-wrap">
        {shown.map(link => (
          <li key={link.place} dir="auto">
            <a
              href={link.target}
              rel="noopener"
              aria-label={link.platform || shownAddress(link.target)}
              className="grid size-11 place-items-center rounded-soft transition-colors duration-150 hover:bg-cream/10"
            >
              <SocialIcon platform={link.platform ?? ''} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
