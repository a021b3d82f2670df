// One's own account: every role has this screen.
import type { User } from '@supabase/auth-js';
import { ArrowRight } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { notify } from '../../lib/notices';
import { queryClient } from '../api/query-client';
import { auth } from '../api/session-clients';
import { control, FormField } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { useSession } from '../session/session';
import { Action } from '../shell/Action';
import { ask } from '../shell/question';
import { useScreens } from '../shell/screen';
import { recently, useDeed } from './deed';
import { OwnSessions, ownSessionsKey } from './OwnSessions';
import { Part } from './Part';
import { PasswordForm } from './PasswordForm';
import { named, personOf } from './person';

const factorPath = '/admin/second-factor';

export function MyAccount() {
  const state = useSession();
  if (state.status !== 'in') return null;
  const { user } = state.session;
  return (
    <div className="grid gap-6">
      <NameForm key={personOf(user).name} user={user} />
      <EmailForm user={user} />
      <PasswordForm email={user.email ?? ''} />
      <SecondFactor user={user} />
      <OwnSessions />
    </div>
  );
}

function NameForm({ user }: { user: User }) {
  const { mine } = useAdminMessages().people;
  const person = personOf(user);
  const [name, setName] = useState(person.name);
  const deed = useDeed();
  const id = useId();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const data = named(name, user.user_metadata);
    const saved = await deed.run('name', mine.cannotSaveName, () =>
      recently(() => auth.updateUser({ data })),
    );
    if (saved) notify({ title: mine.nameSaved });
  }

  return (
    <Part heading={mine.name}>
      <form onSubmit={onSubmit} className="grid gap-4">
        <FormField id={id} label={mine.nameLabel} help={mine.nameHelp} changed={name.trim() !== person.name}>
          <input
            id={id}
            dir="auto"
            autoComplete="name"
            maxLength={120}
            value={name}
            aria-describedby={`${id}-help`}
            className={control}
            onChange={event => setName(event.target.value)}
          />
        </FormField>
        <div>
          <Action variant="primary" type="submit" busy={deed.busy !== undefined}>
            {mine.saveName}
          </Action>
        </div>
      </form>
    </Part>
  );
}

function EmailForm({ user }: { user: User }) {
  const { mine } = useAdminMessages().people;
  const [email, setEmail] = useState('');
  const deed = useDeed();
  const id = useId();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wanted = email.trim();
    if (!/@[^@]+\.[^@.]+$/.test(wanted))
      return notify({ title: mine.cannotChangeEmail, description: mine.emailWrong, destructive: true });
    if (
      !(await ask({
        title: mine.emailAsk(wanted),
        text: mine.emailAskText,
        yes: mine.changeEmail,
        danger: false,
      }))
    )
      return;
    const changed = await deed.run('email', mine.cannotChangeEmail, () =>
      recently(() => auth.updateUser({ email: wanted })),
    );
    const now = changed?.data.user;
    if (!now) return;
    setEmail('');
    await queryClient.invalidateQueries({ queryKey: ownSessionsKey });
    if (now.new_email) return notify({ title: mine.confirmTitle, description: mine.confirm(now.new_email) });
    notify({ title: mine.emailChanged, description: mine.emailChangedText(now.email ?? wanted) });
  }

  return (
    <Part heading={mine.email}>
      <p className="mb-4 text-sm">
        {mine.emailNow}{' '}
        <span dir="auto" className="font-semibold wrap-anywhere">
          {user.email}
        </span>
      </p>
      {user.new_email && (
        <p className="mb-4 rounded-soft border border-emerald bg-emerald-tint p-3 text-sm" data-new-email>
          {mine.confirm(user.new_email)}
        </p>
      )}
      <form onSubmit={onSubmit} className="grid gap-4">
        <FormField id={id} label={mine.newEmail} help={mine.emailHelp}>
          <input
            id={id}
            type="email"
            dir="auto"
            autoComplete="off"
            required
            maxLength={254}
            value={email}
            aria-describedby={`${id}-help`}
            className={control}
            onChange={event => setEmail(event.target.value)}
          />
        </FormField>
        <div>
          <Action variant="primary" type="submit" busy={deed.busy !== undefined}>
            {mine.changeEmail}
          </Action>
        </div>
      </form>
    </Part>
  );
}

/** The way to its own screen, where there is one. */
function SecondFactor({ user }: { user: User }) {
  const { mine } = useAdminMessages().people;
  const isThere = useScreens().some(({ path }) => path === factorPath);
  if (!isThere) return null;
  const isOn = personOf(user).factors.length > 0;
  return (
    <Part heading={mine.factor}>
      <p className="text-sm">{isOn ? mine.factorText.on : mine.factorText.off}</p>
      <Link to={factorPath} className="link mt-2 inline-flex min-h-11 items-center gap-1.5 text-sm">
        {mine.factorLink}
        <ArrowRight className="size-4 rtl:rotate-180" aria-hidden="true" />
      </Link>
    </Part>
  );
}
