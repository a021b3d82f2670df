// The footer of every page. It needs all three of its content blocks, and shows nothing if one of them failed.
import type { LinkEntry } from '../lib/content';
import type { ShellAnswers } from '../lib/page';
import { contentOf } from '../lib/query';
import { Brand } from './Brand';
import { NewsletterForm } from './NewsletterForm';
import { SocialIcon } from './SocialIcon';
import { Umeed } from './Umeed';

export function Footer({ shell, year }: { shell: Partial<ShellAnswers>; year: number }) {
  const settings = contentOf(shell.settings);
  const footer = contentOf(shell.footer);
  const newsletter = contentOf(shell.newsletter);
  if (!settings || !footer || !newsletter) return null;
  const social = footer.social_links ?? [];

  return (
    <footer className="on-ink relative overflow-hidden bg-ink text-cream">
      <div className="girih-band text-emerald" />
      <Umeed className="pointer-events-none absolute end-5 bottom-24 h-56 text-cream opacity-[0.06] lg:end-12 lg:bottom-20 lg:h-64" />
      <div className="wrap relative grid grid-cols-[auto_1fr] gap-x-10 gap-y-12 py-16 md:grid-cols-[1fr_1fr_1.6fr] lg:grid-cols-[1.3fr_0.8fr_0.8fr_1.5fr] lg:gap-10">
        <div className="col-span-full lg:col-span-1">
          <Brand settings={settings} onInk />
          {footer.tagline && <p className="mt-5 max-w-[36ch] text-mist">{footer.tagline}</p>}
          {footer.website_url && (
            <a href={footer.website_url} className="link mt-3 inline-flex min-h-11 items-center break-all">
              {footer.website_url.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
            </a>
          )}
        </div>
        <LinkList title="Quick Links" links={footer.quick_links} />
        <LinkList title="Get Involved" links={footer.get_involved_links} />
        <div className="col-span-full md:col-span-1 md:col-start-3 lg:col-start-4">
          <h2 className="text-h4">Newsletter</h2>
          <div className="mt-3">
            <NewsletterForm content={newsletter} />
          </div>
          {social.length > 0 && (
            <>
              <h2 className="mt-10 text-h4">Follow Us</h2>
              <ul className="mt-3 -ms-3 flex flex-wrap">
                {social.map(link => (
                  <li key={link.platform + link.url}>
                    <a
                      href={link.url}
                      rel="noopener"
                      aria-label={link.platform}
                      className="grid size-11 place-items-center rounded-soft transition-colors duration-150 hover:bg-cream/10"
                    >
                      <SocialIcon platform={link.platform} />
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
      <div className="relative border-t border-hairline-ink">
        <p className="wrap py-6 text-sm text-mist">
          © {year} {settings.site_name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: LinkEntry[] | undefined }) {
  if (!links?.length) return null;
  return (
    <nav aria-label={title}>
      <h2 className="text-h4">{title}</h2>
      <ul className="mt-3">
        {links.map(link => (
          <li key={link.label + link.url}>
            <a
              href={link.url}
              className="inline-flex min-h-11 items-center text-mist hover:text-cream hover:underline"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
