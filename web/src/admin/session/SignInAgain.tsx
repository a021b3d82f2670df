import { type FormEvent, useId, useRef, useState } from 'react';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { useClosedByBack, useModal } from '../shell/modal';
import { reason } from './account';
import { type Asked, signInAgain, useAsked } from './again';

/** Asks for the password in a dialog over the screen, which stays as it is. */
export function SignInAgain() {
  const asked = useAsked();
  return asked ? <Question key={asked.email} asked={asked} /> : null;
}

function Question({ asked }: { asked: Asked }) {
  const { people, session, shell } = useAdminMessages();
  const { again } = people;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useModal(dialog);
  useClosedByBack(() => asked.answer(false));

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setProblem('');
    const error = await signInAgain(
      asked,
      String(fields.get('password')),
      String(fields.get('code') ?? '').trim(),
    );
    setBusy(false);
    if (!error) return asked.answer(true);
    setProblem(error.code === 'invalid_credentials' ? again.wrong : reason(error));
    dialog.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-soft border border-hairline bg-surface p-6 text-ink shadow-lift backdrop:bg-ink/60"
      onCancel={event => {
        event.preventDefault();
        asked.answer(false);
      }}
    >
      <h2 id={`${id}-title`} className="text-h4">
        {again.title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-sm text-ink-soft">
        {again.text}
      </p>
      <form onSubmit={onSubmit} className="mt-4 grid gap-4">
        <p dir="auto" className="text-sm font-semibold wrap-anywhere">
          {asked.email}
        </p>
        {/* For the browser's list of passwords. */}
        <input hidden readOnly type="text" autoComplete="username" value={asked.email} />
        <Secret
          id={`${id}-password`}
          name="password"
          label={session.password}
          autoComplete="current-password"
          type="password"
        />
        {asked.factor && (
          <Secret
            id={`${id}-code`}
            name="code"
            label={again.code}
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        )}
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Action variant="outline" className="grow sm:grow-0" onClick={() => asked.answer(false)}>
            {shell.cancel}
          </Action>
          <Action variant="primary" type="submit" className="grow sm:grow-0" busy={busy}>
            {again.go}
          </Action>
        </div>
      </form>
    </dialog>
  );
}

interface SecretProps {
  id: string;
  name: string;
  label: string;
  autoComplete: string;
  type?: 'password';
  inputMode?: 'numeric';
}

function Secret({ id, label, ...input }: SecretProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input id={id} required className={control} {...input} />
    </div>
  );
}
