import { Mail, MapPin, Phone } from 'lucide-react';
import { ContactForm } from '../components/ContactForm';
import { Failed } from '../components/Failed';
import { MapFrame } from '../components/MapFrame';
import { PageIntro } from '../components/PageIntro';
import type { ContactContent } from '../lib/content';
import { frameable, linkable } from '../lib/map';
import { page } from '../lib/page';
import { type Answers, content, contentOf } from '../lib/query';
import { Section } from '../ui/Section';

const queries = { contact: content<ContactContent>('contact') };

export const contact = page({
  path: '/contact',
  name: 'Contact',
  queries,
  meta: ({ contact }) => ({ description: contentOf(contact)?.subheading }),
  View,
});

function View({ answers }: { answers: Answers<typeof queries> }) {
  const known = contentOf(answers.contact);
  if (!known) return <Failed page="Contact">Could not load contact information.</Failed>;
  const mapLink = linkable(known.map_url);
  return (
    <>
      <PageIntro title={known.heading || 'Contact'}>
        {known.subheading && <p>{known.subheading}</p>}
      </PageIntro>
      <Section>
        <div className="grid gap-14 lg:grid-cols-[1fr_1.2fr] lg:gap-20">
          <div>
            <Details known={known} />
            {mapLink && (
              <div className="mt-8">
                <MapFrame title="Map to our head office" embed={frameable(known.map_url)} link={mapLink} />
              </div>
            )}
          </div>
          <div className="rounded-soft border border-hairline bg-surface p-6 sm:p-10 lg:self-start">
            <h2 className="mb-6 text-h3">Send Us a Message</h2>
            <ContactForm />
          </div>
        </div>
      </Section>
    </>
  );
}

function Details({ known }: { known: Partial<ContactContent> }) {
  const phones = (known.phones ?? []).filter(Boolean);
  return (
    <div className="border-t border-hairline">
      {known.address && (
        <Detail icon={MapPin} title="Head Office">
          <p className="whitespace-pre-line text-ink-soft">{known.address}</p>
        </Detail>
      )}
      {known.email && (
        <Detail icon={Mail} title="Email">
          <a href={`mailto:${known.email}`} className="link inline-flex min-h-11 items-center break-all">
            {known.email}
          </a>
        </Detail>
      )}
      {phones.length > 0 && (
        <Detail icon={Phone} title="Phone">
          <ul>
            {phones.map(phone => (
              <li key={phone}>
                <a
                  href={`tel:${phone.replace(/[^\d+]/g, '')}`}
                  className="link inline-flex min-h-11 items-center"
                >
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
  children: React.ReactNode;
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
