import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failed } from '../../components/Failed';
import { MapFrame } from '../../components/MapFrame';
import { PageIntro } from '../../components/PageIntro';
import { telephone } from '../../lib/link';
import { frameable, linkable } from '../../lib/map';
import { page, type ViewProps } from '../../lib/page';
import { content, contentOf } from '../../lib/query';
import type { Documents } from '../../schema.gen';
import { Section } from '../../ui/Section';
import { ContactForm } from './ContactForm';
import { messages } from './messages';

const queries = { contact: content('contact'), features: content('features') };

export default page({
  path: '/contact',
  texts: messages,
  menu: { order: 70 },
  queries,
  meta: ({ contact }) => ({ description: contentOf(contact)?.subheading }),
  View,
});

function View({ answers }: ViewProps<typeof queries>) {
  const texts = messages.use();
  const known = contentOf(answers.contact);
  if (!known) return <Failed page={texts.name}>{texts.failed}</Failed>;
  const heading = known.heading?.trim();
  const mapLink = linkable(known.map_url);
  return (
    <>
      <PageIntro title={heading ? { written: heading } : texts.name}>
        {known.subheading && <p dir="auto">{known.subheading}</p>}
      </PageIntro>
      <Section>
        <div className="grid gap-14 lg:grid-cols-[1fr_1.2fr] lg:gap-20">
          <div>
            <Details known={known} />
            {mapLink && (
              <div className="mt-8">
                <MapFrame title={texts.map} embed={frameable(known.map_url)} link={mapLink} />
              </div>
            )}
          </div>
          <div className="rounded-soft border border-hairline bg-surface p-6 sm:p-10 lg:self-start">
            <h2 className="mb-6 text-h3">{texts.form.title}</h2>
            <ContactForm receives={contentOf(answers.features)?.receive_messages === true} />
          </div>
        </div>
      </Section>
    </>
  );
}

function Details({ known }: { known: Documents['contact'] }) {
  const texts = messages.use();
  const phones = (known.phones ?? []).flatMap(phone => phone?.trim() || []);
  if (!known.address && !known.email && phones.length === 0)
    return <p className="text-ink-soft">{texts.empty}</p>;
  return (
    <div className="border-t border-hairline">
      {known.address && (
        <Detail icon={MapPin} title={texts.headOffice}>
          <p dir="auto" className="whitespace-pre-line text-ink-soft">
            {known.address}
          </p>
        </Detail>
      )}
      {known.email && (
        <Detail icon={Mail} title={texts.email}>
          <a
            href={`mailto:${known.email}`}
            dir="auto"
            className="link inline-flex min-h-11 items-center break-all"
          >
            {known.email}
          </a>
        </Detail>
      )}
      {phones.length > 0 && (
        <Detail icon={Phone} title={texts.phone}>
          <ul>
            {[...new Set(phones)].map(phone => (
              <li key={phone} dir="auto">
                <a href={telephone(phone)} className="link inline-flex min-h-11 items-center">
                  {phone}
                </a>
              </li>
            ))}
          </ul>
        </Detail>
      )}
    </div>
  );
}

interface DetailProps {
  icon: typeof Mail;
  title: string;
  children: ReactNode;
}

function Detail({ icon: Icon, title, children }: DetailProps) {
  return (
    <div className="grid grid-cols-[3.5rem_1fr] border-b border-hairline py-6">
      <Icon className="mt-0.5 size-6 text-emerald" strokeWidth={1.5} aria-hidden="true" />
      <div>
        <h2 className="text-h4">{title}</h2>
        <div className="mt-1">{children}</div>
      </div>
    </div>
  );
}
