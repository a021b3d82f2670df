import { type FormEvent, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Star } from '../../components/Star';
import { Umeed } from '../../components/Umeed';
import { notify } from '../../lib/notices';
import { Button } from '../../ui/Button';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { useTitle } from '../shell/title';
import { signIn } from './account';
import { useSession } from './session';

export function Login() {
  const { session: texts } = useAdminMessages();
  useTitle(texts.title);
  const session = useSession();
  const location = useLocation();
  const [busy, setBusy] = useState(false);

  if (session.status === 'in') return <Navigate to={location.state?.back ?? '/admin'} replace />;

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    await signIn(String(fields.get('email')).trim(), String(fields.get('password')));
    setBusy(false);
  }

  return (
    <main className="girih grid min-h-dvh place-items-center px-4 py-10 text-emerald">
      <div className="w-full max-w-sm text-ink">
        <div className="mb-6 flex items-center justify-center gap-3 text-emerald">
          <Star className="size-8" />
          <Umeed className="h-9" />
        </div>
        <form
          onSubmit={onSubmit}
          className="rounded-soft border border-hairline bg-surface p-6 shadow-lift sm:p-8"
        >
          <h1 className="text-h3">{texts.heading}</h1>
          <p className="mt-1 mb-6 text-sm text-ink-soft">
            {location.state?.back ? texts.ended : texts.forStaff}
          </p>
          <div className="grid gap-5">
            <div>
              <label htmlFor="email" className="mb-1.5 block text-sm font-semibold">
                {texts.email}
              </label>
              <input
                id="email"
                name="email"
                type="email"
                dir="auto"
                autoComplete="username"
                required
                className={control}
              />
            </div>
            <div>
              <label htmlFor="password" className="mb-1.5 block text-sm font-semibold">
                {texts.password}
              </label>
              <input
                id="password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                className={control}
              />
            </div>
            <Button variant="primary" type="submit" busy={busy}>
              {texts.signIn}
            </Button>
          </div>
          <button
            type="button"
            className="link mt-5 min-h-11 text-sm"
            onClick={() => notify({ title: texts.noReset })}
          >
            {texts.forgot}
          </button>
        </form>
        <p className="mt-6 text-center text-sm">
          <a href="/" className="link inline-flex min-h-11 items-center">
            {texts.backToSite}
          </a>
        </p>
      </div>
    </main>
  );
}
