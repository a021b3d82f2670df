// Where the links in mails lead. Nothing happens before the button is pressed: mail programs and their guards open links to
// look at them, and each is good once.
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/Button';
import { useAdminMessages } from '../messages';
import { useTitle } from '../shell/title';
import { type LinkType, type Outcome, openLink, readLink } from './by-mail';
import { card, EntranceFrame } from './EntranceFrame';
import { useSession } from './session';

const next: Partial<Record<LinkType, string>> = {
  recovery: '/admin/new-password',
  invite: '/admin/new-password',
  magiclink: '/admin',
};

export function LinkPage() {
  const { link: texts } = useAdminMessages().byMail;
  const session = useSession();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [link] = useState(() => readLink(hash));
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  useTitle(link ? texts[link.type].heading : texts.incomplete.heading);

  if (!link) return <Told heading={texts.incomplete.heading} text={texts.incomplete.text} />;
  if (outcome === 'old') return <Old type={link.type} />;
  if (outcome === 'done') {
    const to = next[link.type];
    if (to) return <Navigate to={to} replace />;
    return (
      <Told heading={texts.confirmed.heading} text={texts.confirmed.text}>
        <Button
          variant="primary"
          className="w-full"
          onClick={() => navigate(session.status === 'in' ? '/admin' : '/admin/login')}
        >
          {texts.confirmed.goOn}
        </Button>
      </Told>
    );
  }

  async function onGo() {
    if (!link) return;
    setBusy(true);
    const came = await openLink(link);
    setBusy(false);
    setOutcome(came);
    // What was used is of no more use: it need not stay in the list of pages that were visited.
    if (came === 'old') navigate({ hash: '' }, { replace: true });
  }

  const { heading, text, go } = texts[link.type];
  return (
    <Told heading={heading} text={text}>
      <Button variant="primary" className="w-full" busy={busy} onClick={onGo}>
        {go}
      </Button>
      {session.status === 'in' && link.type !== 'email_change' && (
        <p className="mt-4 text-sm wrap-anywhere text-ink-soft">
          {texts.signedInAs(session.session.user.email ?? '')}
        </p>
      )}
    </Told>
  );
}

const way = 'link inline-flex min-h-11 items-center';

function Old({ type }: { type: LinkType }) {
  const { link, backToSignIn } = useAdminMessages().byMail;
  const { old } = link;
  const again = { recovery: '/admin/forgot-password', magiclink: '/admin/sign-in-link' };
  const isAskedFor = type === 'recovery' || type === 'magiclink';
  const isIn = useSession().status === 'in';
  const navigate = useNavigate();
  return (
    <Told heading={old.heading} text={isAskedFor ? old.text : `${old.text} ${old[type]}`}>
      {isAskedFor && !isIn && (
        <Button variant="primary" className="w-full" onClick={() => navigate(again[type])}>
          {old.again}
        </Button>
      )}
      <p className="mt-4 text-sm">
        <Link to={isIn ? '/admin' : '/admin/login'} className={way}>
          {isIn ? old.signedIn : backToSignIn}
        </Link>
      </p>
    </Told>
  );
}

function Told({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <EntranceFrame>
      <div className={card} aria-live="polite">
        <h1 className="text-h3">{heading}</h1>
        <p className="mt-1 mb-6 text-sm text-ink-soft">{text}</p>
        {children}
      </div>
    </EntranceFrame>
  );
}
