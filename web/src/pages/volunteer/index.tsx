import { Clock, HandHeart, MapPin } from 'lucide-react';
import { PageIntro } from '../../components/PageIntro';
import { page } from '../../lib/page';
import { Section } from '../../ui/Section';
import { messages } from './messages';
import { VolunteerForm } from './VolunteerForm';

export default page({ path: '/volunteer', texts: messages, menu: { order: 50 }, queries: {}, View });

const benefits = [
  { icon: HandHeart, key: 'change' },
  { icon: Clock, key: 'time' },
  { icon: MapPin, key: 'near' },
] as const;

function View() {
  const texts = messages.use();
  return (
    <>
      <PageIntro title={texts.heading} ink>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <div className="grid gap-14 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
          <ul className="border-t border-hairline lg:self-start">
            {benefits.map(({ icon: Icon, key }) => (
              <li key={key} className="grid grid-cols-[3.5rem_1fr] border-b border-hairline py-7">
                <Icon className="size-7 text-emerald" strokeWidth={1.5} aria-hidden="true" />
                <div>
                  <h2 className="text-h4">{texts.benefits[key].title}</h2>
                  <p className="mt-1.5 text-ink-soft">{texts.benefits[key].text}</p>
                </div>
              </li>
            ))}
          </ul>
          <div className="rounded-soft border border-hairline bg-surface p-6 sm:p-10">
            <h2 className="text-h3">{texts.form.title}</h2>
            <p className="mt-2 mb-7 text-ink-soft">{texts.form.intro}</p>
            <VolunteerForm />
          </div>
        </div>
      </Section>
    </>
  );
}
