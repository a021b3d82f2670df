import { CreditCard, Landmark } from 'lucide-react';
import { useEffect } from 'react';
import { BankDetails } from '../components/BankDetails';
import { InterestForm } from '../components/InterestForm';
import { PageIntro } from '../components/PageIntro';
import type { DonationDetails } from '../lib/content';
import { notify } from '../lib/notices';
import { page } from '../lib/page';
import { type Answers, content, contentOf } from '../lib/query';
import { Button } from '../ui/Button';
import { Section } from '../ui/Section';

const queries = { donation: content<DonationDetails>('donation_details') };

export const donate = page({
  path: '/donate',
  name: 'Donate',
  queries,
  meta: () => ({
    description: 'Bank details for zakat, sadaqah and general donations to the foundation, ready to copy.',
  }),
  View,
});

function View({ answers }: { answers: Answers<typeof queries> }) {
  const details = contentOf(answers.donation);
  const failed = !answers.donation.ok;

  useEffect(() => {
    if (failed) notify({ title: 'Could not load donation details.', destructive: true });
  }, [failed]);

  return (
    <>
      <PageIntro title="Give where it is needed">
        <p>
          Zakat, sadaqah or a monthly gift: it goes to medicine, meals, teachers and bricks. Write to us after
          a transfer and we will send you a receipt.
        </p>
      </PageIntro>
      <Section>
        <div className="grid gap-12 lg:grid-cols-[1.3fr_1fr] lg:gap-16">
          <div>
            <h2 className="text-h2">Donation Options</h2>
            <div className="mt-8 space-y-6">
              {details?.online_donations_enabled && <OnlineDonation />}
              <article className="rounded-soft border border-hairline bg-surface p-6 sm:p-8">
                <CardTitle icon={Landmark} title="Bank Transfer" />
                {details ? (
                  <BankDetails details={details} />
                ) : (
                  <p className="mt-5 text-danger">Bank details could not be loaded.</p>
                )}
              </article>
            </div>
          </div>
          <div className="self-start rounded-soft border border-hairline bg-surface p-6 sm:p-8">
            <h2 className="text-h3">Become a Volunteer</h2>
            <p className="mt-2 mb-7 text-ink-soft">
              Time is a gift too. Tell us what you would like to help with.
            </p>
            <InterestForm />
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
  const soon = () =>
    notify({
      title: 'Coming Soon',
      description: 'Our payment gateway is being set up. Until then, please give by bank transfer.',
    });
  return (
    <article className="rounded-soft border border-hairline bg-surface p-6 sm:p-8">
      <CardTitle icon={CreditCard} title="Online Donation" />
      <p className="mt-3 text-ink-soft">Give by debit or credit card, from anywhere in the world.</p>
      <Button variant="donate" className="mt-6" onClick={soon}>
        Donate Online
      </Button>
    </article>
  );
}
