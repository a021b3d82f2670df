import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { notify } from '../../lib/notices';
import { Button } from '../../ui/Button';
import { useAdminMessages } from '../messages';
import { useTitle } from '../shell/title';
import { signIn } from './account';
import { mayAskForLinks } from './by-mail';
import { EntranceField } from './EntranceField';
import { card, EntranceFrame } from './EntranceFrame';
import { useSession } from './session';

export function Login() {
  const { session: texts, shell } = useAdminMessages();
  useTitle(texts.title);
  const session = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);

  if (session.status === 'in') return <Navigate to={location.state?.back ?? '/admin'} replace />;

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    await signIn(String(fields.get('email')).trim(), String(fields.get('password')));
    setBusy(false);
  }

  /** A server that sends no mail has nothing to offer, and says so. */
  async function onForgot() {
    const may = await mayAskForLinks();
    if (may) navigate('/admin/forgot-password', { state: { email: email.current?.value } });
    else if (may === false) notify({ title: texts.noReset });
    else notify({ title: shell.errors.unreachable, destructive: true });
  }

  return (
    <EntranceFrame>
      <form onSubmit={onSubmit} className={card}>
        <h1 className="text-h3">{texts.heading}</h1>
        <p className="mt-1 mb-6 text-sm text-ink-soft">
          {location.state?.back ? texts.ended : texts.forStaff}
        </p>
        <div className="grid gap-5">
          <EntranceField
            id="email"
            label={texts.email}
            ref={email}
            name="email"
            type="email"
            dir="auto"
            autoComplete="username"
          />
          <EntranceField
            id="password"
            label={texts.password}
            name="password"
            type="password"
            autoComplete="current-password"
          />
          <Button variant="primary" type="submit" busy={busy}>
            {texts.signIn}
          </Button>
        </div>
        <button type="button" className="link mt-5 min-h-11 text-sm" onClick={onForgot}>
          {texts.forgot}
        </button>
      </form>
    </EntranceFrame>
  );
}
