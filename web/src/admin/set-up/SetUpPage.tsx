// Where the link of the first start leads: asks whether it is still good, then for what the site needs to begin with.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/Button';
import { readSetUpStatus } from '../api/set-up';
import { useAdminMessages } from '../messages';
import { card, EntranceFrame } from '../session/EntranceFrame';
import { Waiting } from '../shell/Shell';
import { useTitle } from '../shell/title';
import { SetUpForm } from './SetUpForm';

export function SetUpPage() {
  const { setUp: texts } = useAdminMessages();
  useTitle(texts.title);
  // Read once: it goes from the address when it is used.
  const { hash } = useLocation();
  const [token] = useState(() => hash.replace(/^#/, ''));
  const [gone, setGone] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => readSetUpStatus(token),
    enabled: token !== '',
    // What was typed must not go because the page was looked at again.
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (token === '') return <Told {...texts.incomplete} />;
  if (gone || data?.kind === 'gone') return <Gone />;
  if (!data) return <Waiting />;
  if (data.kind !== 'done')
    return (
      <Told heading={texts.unreachable.heading} text={data.message}>
        <Button variant="primary" className="w-full" onClick={() => refetch()}>
          {texts.unreachable.again}
        </Button>
      </Told>
    );
  return <SetUpForm token={token} sample={data.data.sample} onGone={() => setGone(true)} />;
}

function Gone() {
  const { gone } = useAdminMessages().setUp;
  const navigate = useNavigate();
  return (
    <Told heading={gone.heading} text={gone.text}>
      <p className="mb-6 text-sm text-ink-soft">{gone.next}</p>
      <Button
        variant="primary"
        className="w-full"
        onClick={() => navigate('/admin/login', { replace: true })}
      >
        {gone.signIn}
      </Button>
    </Told>
  );
}

function Told({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <EntranceFrame>
      <div className={card}>
        <h1 className="text-h3">{heading}</h1>
        <p className="mt-2 mb-4 text-sm text-ink-soft">{text}</p>
        {children}
      </div>
    </EntranceFrame>
  );
}
