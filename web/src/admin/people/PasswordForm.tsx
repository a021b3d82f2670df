// A new password for one's own account. The old one is asked for, and the server compares it, however recent the sign-in is.
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { passwordLength as length } from '../../schema.gen';
import { queryClient } from '../api/query-client';
import { auth } from '../api/session-clients';
import { control, FormField } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { recently, useDeed } from './deed';
import { ownSessionsKey } from './OwnSessions';
import { Part } from './Part';

export function PasswordForm({ email }: { email: string }) {
  const { mine } = useAdminMessages().people;
  const deed = useDeed();
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [current_password, password] = ['old', 'new'].map(name => String(fields.get(name)));
    const changed = await deed.run('password', mine.cannotChangePassword, () =>
      recently(() => auth.updateUser({ password, current_password })),
    );
    if (!changed) return;
    form.current?.reset();
    setShown(false);
    notify({ title: mine.passwordChanged, description: mine.passwordChangedText });
    await queryClient.invalidateQueries({ queryKey: ownSessionsKey });
  }

  return (
    <Part heading={mine.password}>
      <form ref={form} onSubmit={onSubmit} className="grid gap-4">
        {/* For the browser's list of passwords. */}
        <input hidden readOnly type="text" autoComplete="username" value={email} />
        <FormField id={`${id}-old`} label={mine.oldPassword} help={mine.passwordLost}>
          <Secret
            id={`${id}-old`}
            name="old"
            shown={shown}
            autoComplete="current-password"
            aria-describedby={`${id}-old-help`}
          />
        </FormField>
        <FormField id={`${id}-new`} label={mine.newPassword} help={mine.passwordRules(length.min)}>
          <Secret
            id={`${id}-new`}
            name="new"
            shown={shown}
            autoComplete="new-password"
            minLength={length.min}
            maxLength={length.max}
            aria-describedby={`${id}-new-help`}
          />
        </FormField>
        <p className="text-sm text-ink-soft">{mine.passwordOthers}</p>
        <div className="flex flex-wrap gap-3">
          <Action variant="primary" type="submit" busy={deed.busy !== undefined}>
            {mine.changePassword}
          </Action>
          <Action variant="outline" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? (
              <EyeOff className="size-4" aria-hidden="true" />
            ) : (
              <Eye className="size-4" aria-hidden="true" />
            )}
            {mine.showPassword}
          </Action>
        </div>
      </form>
    </Part>
  );
}

function Secret({ shown, ...input }: ComponentProps<'input'> & { shown: boolean }) {
  return (
    <input
      required
      dir="ltr"
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      className={control}
      {...input}
    />
  );
}
