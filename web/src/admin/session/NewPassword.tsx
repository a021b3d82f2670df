// Chooses a password after a link or a code has signed in. What is strong enough, the server decides; its rules are told
// before anything is typed.
import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { passwordLength } from '../../schema.gen';
import { Button } from '../../ui/Button';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { needsCode } from '../second-factor/level';
import { SecondStep } from '../second-factor/SecondStep';
import { useTitle } from '../shell/title';
import { setPassword } from './by-mail';
import { card, EntranceFrame } from './EntranceFrame';
import { useSession } from './session';

export function NewPassword() {
  const { newPassword: texts } = useAdminMessages().byMail;
  useTitle(texts.title);
  const session = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  if (session.status !== 'in') return <Navigate to="/admin/login" replace />;
  // A link stands in for the password and not for the second factor.
  if (needsCode(session.session)) return <SecondStep session={session.session} />;
  const email = session.session.user.email ?? '';

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setBusy(true);
    const saved = await setPassword(password);
    setBusy(false);
    if (saved) navigate('/admin', { replace: true });
  }

  return (
    <EntranceFrame>
      <form onSubmit={onSubmit} className={card}>
        <h1 className="text-h3">{texts.heading}</h1>
        <p className="mt-1 mb-6 text-sm wrap-anywhere text-ink-soft">{texts.forAccount(email)}</p>
        {/* For programs that keep passwords: whose it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div className="grid gap-5">
          <div>
            <label htmlFor="password" className="mb-1.5 block text-sm font-semibold">
              {texts.password}
            </label>
            <p id="password-rules" className="mb-2 text-sm text-ink-soft">
              {texts.rules(passwordLength.min)}
            </p>
            <input
              id="password"
              name="password"
              type={shown ? 'text' : 'password'}
              dir="auto"
              autoComplete="new-password"
              aria-describedby="password-rules"
              minLength={passwordLength.min}
              maxLength={passwordLength.max}
              required
              className={control}
            />
            <label className="mt-1 inline-flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-emerald"
                checked={shown}
                onChange={event => setShown(event.target.checked)}
              />
              {texts.show}
            </label>
          </div>
          <Button variant="primary" type="submit" busy={busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </EntranceFrame>
  );
}
