// Asks for a mail with a link, for a new password or to sign in, and takes the code of that mail: it may have been opened
// on another device. Says the same whether there is an account or not.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notices';
import { Button } from '../../ui/Button';
import { useAdminMessages } from '../messages';
import { useTitle } from '../shell/title';
import { type Asked, askForLink, enterCode, mayAskForLinks } from './by-mail';
import { EntranceField } from './EntranceField';
import { card, EntranceFrame } from './EntranceFrame';
import { useSession } from './session';

export function AskForLink({ purpose }: { purpose: Asked }) {
  const { byMail: texts } = useAdminMessages();
  useTitle(texts[purpose].title);
  const session = useSession();
  const location = useLocation();
  const [email, setEmail] = useState<string>(location.state?.email ?? '');
  const navigate = useNavigate();
  // In the history of the tab, so that a reload comes back to where the code is typed.
  const sent = location.state?.sent === true;
  const setSent = (sent: boolean) => navigate(location.pathname, { replace: true, state: { email, sent } });
  const [entering, setEntering] = useState(false);
  useOnlyWithMail();

  if (session.status === 'in')
    return <Navigate to={entering && purpose === 'recovery' ? '/admin/new-password' : '/admin'} replace />;
  const other = purpose === 'recovery' ? '/admin/sign-in-link' : '/admin/forgot-password';
  return (
    <EntranceFrame>
      <div className={card}>
        {sent ? (
          <Sent purpose={purpose} email={email} onEnter={setEntering} />
        ) : (
          <Ask purpose={purpose} email={email} onEmail={setEmail} onSent={() => setSent(true)} />
        )}
        <p className="mt-4 flex flex-wrap gap-x-6 text-sm">
          {sent ? (
            <button type="button" className="link min-h-11" onClick={() => setSent(false)}>
              {texts.sent.anotherAddress}
            </button>
          ) : (
            <Link to={other} state={{ email }} className="link inline-flex min-h-11 items-center">
              {texts[purpose].other}
            </Link>
          )}
          <Link to="/admin/login" className="link inline-flex min-h-11 items-center">
            {texts.backToSignIn}
          </Link>
        </p>
      </div>
    </EntranceFrame>
  );
}

/** Who comes here by an address they kept, where no mail is sent, is told as at the sign-in. */
function useOnlyWithMail() {
  const { noReset } = useAdminMessages().session;
  const navigate = useNavigate();
  useEffect(() => {
    mayAskForLinks().then(may => {
      if (may !== false) return;
      navigate('/admin/login', { replace: true });
      notify({ title: noReset });
    });
  }, [navigate, noReset]);
}

interface AskProps {
  purpose: Asked;
  email: string;
  onEmail(email: string): void;
  onSent(): void;
}

function Ask({ purpose, email, onEmail, onSent }: AskProps) {
  const { byMail: texts } = useAdminMessages();
  const [busy, setBusy] = useState(false);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const sent = await askForLink(purpose, email.trim());
    setBusy(false);
    if (sent) onSent();
  }
  return (
    <form onSubmit={onSubmit}>
      <h1 className="text-h3">{texts[purpose].heading}</h1>
      <p className="mt-1 mb-6 text-sm text-ink-soft">{texts[purpose].text}</p>
      <div className="grid gap-5">
        <EntranceField
          id="email"
          label={texts.email}
          type="email"
          dir="auto"
          autoComplete="username"
          value={email}
          onChange={event => onEmail(event.target.value)}
        />
        <Button variant="primary" type="submit" busy={busy}>
          {texts[purpose].send}
        </Button>
      </div>
    </form>
  );
}

interface SentProps {
  purpose: Asked;
  email: string;
  onEnter(entering: boolean): void;
}

function Sent({ purpose, email, onEnter }: SentProps) {
  const { sent } = useAdminMessages().byMail;
  const [busy, setBusy] = useState<'code' | 'mail'>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that was sent is gone, and with it the focus.
  useEffect(() => heading.current?.focus(), []);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\D/g, '');
    setBusy('code');
    onEnter(true);
    if (await enterCode(purpose, email.trim(), code)) return;
    onEnter(false);
    setBusy(undefined);
  }

  async function onAgain() {
    setBusy('mail');
    if (await askForLink(purpose, email.trim())) notify({ title: sent.sentAgain });
    setBusy(undefined);
  }

  return (
    <form onSubmit={onSubmit}>
      <h1 ref={heading} tabIndex={-1} className="text-h3 outline-none">
        {sent.heading}
      </h1>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{sent.text(email.trim())}</p>
      <p className="mt-2 mb-6 text-sm text-ink-soft">{sent.hints}</p>
      <div className="grid gap-5">
        <EntranceField
          id="code"
          label={sent.code}
          name="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*([0-9]\s*){6}"
          maxLength={12}
        />
        <Button variant="primary" type="submit" busy={busy === 'code'}>
          {sent.enterCode}
        </Button>
        <Button variant="outline" size="small" busy={busy === 'mail'} onClick={onAgain}>
          {sent.again}
        </Button>
      </div>
    </form>
  );
}
