import { CreditCard, Landmark } from 'lucide-react';
import { useEffect } from 'react';
import { PageIntro } from '../../components/PageIntro';
import { notify } from '../../lib/notices';
import { page, type ViewProps } from '../../lib/page';
import { content, contentOf } from '../../lib/query';
import { Button } from '../../ui/Button';
import { Section } from '../../ui/Section';
import { BankDetails } from './BankDetails';
import { InterestForm } from './InterestForm';
import { messages } from './messages';

const queries = { donation: content('donation_details'), features: content('features') };

export default page({ path: '/donate', texts: messages, queries, View });

function View({ answers }: ViewProps<typeof queries>) {
  const texts = messages.use();
  const details = contentOf(answers.donation);
  const failed = !answers.donation.ok;
  const { failedNotice } = texts.bank;

  useEffect(() => {
    if (failed) notify({ title: failedNotice, destructive: true });
  }, [failed, failedNotice]);

  return (
    <>
      <PageIntro title={texts.heading}>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <div className="grid gap-12 lg:grid-cols-[1.3fr_1fr] lg:gap-16">
          <div>
            <h2 className="text-h2">{texts.options}</h2>
            <div className="mt-8 space-y-6">
              {details?.online_donations_enabled && <OnlineDonation />}
              <article className="rounded-soft border border-hairline bg-surface p-6 sm:p-8">
                <CardTitle icon={Landmark} title={texts.bank.title} />
                {details ? (
                  <BankDetails details={details} />
                ) : (
                  <p className="mt-5 text-danger">{texts.bank.failed}</p>
                )}
              </article>
            </div>
          </div>
          <div className="self-start rounded-soft border border-hairline bg-surface p-6 sm:p-8">
            <h2 className="text-h3">{texts.volunteer.title}</h2>
            <p className="mt-2 mb-7 text-ink-soft">{texts.volunteer.intro}</p>
            <InterestForm receives={contentOf(answers.features)?.receive_volunteers === true} />
          </div>
        </div>
      </Section>
    </>
  );
}

function CardTitle({ icon: Icon, title }: { icon: typeof Landmark; title: string }) {
  return (
    <h3 className="flex items-center gap-3 text-h3">
      <Icon className="size-6 text-emerald" strokeWidth={1.5} aria-hidden="true" />
      {title}
    </h3>
  );
}

function OnlineDonation() {
  const texts = messages.use().online;
  return (
    <article className="rounded-soft border border-hairline bg-surface p-6 sm:p-8">
      <CardTitle icon={CreditCard} title={texts.title} />
      <p className="mt-3 text-ink-soft">{texts.text}</p>
      <Button variant="donate" className="needs-script mt-6" onClick={() => notify(texts.soon)}>
        {texts.button}
      </Button>
    </article>
  );
}
