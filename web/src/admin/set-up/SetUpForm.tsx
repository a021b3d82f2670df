// The one form of the set-up. What is wrong stands at its field, and whatever happens, what was typed stays.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../lib/notices';
import { documents, passwordLength } from '../../schema.gen';
import { Button } from '../../ui/Button';
import { cn } from '../../ui/cn';
import { auth } from '../api/session-clients';
import { type Sample, sendSetUp } from '../api/set-up';
import { control, describedBy, FormField } from '../fields/FormField';
import { TimeZoneSelect } from '../fields/TimeZoneSelect';
import { useAdminMessages } from '../messages';
import { card, EntranceFrame } from '../session/EntranceFrame';
import { clockTimeIn } from '../shell/moments';
import { BeginChoice } from './BeginChoice';
import type { First } from './FirstSteps';
import { LogoChoice } from './LogoChoice';
import { asBase64 } from './logo';
import { forgetTyped, keepTyped, readTyped, type Typed } from './typed';
import { type FieldName, refusalText, type Wrong, wrongIn } from './wrong';

const marked = cn(control, 'aria-invalid:border-danger');

interface Props {
  token: string;
  sample: Sample;
  onGone(): void;
}

export function SetUpForm({ token, sample, onGone }: Props) {
  const { setUp: texts } = useAdminMessages();
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(readTyped);
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [logo, setLogo] = useState<File>();
  const [wrong, setWrong] = useState<Wrong>({});
  const [held, setHeld] = useState(sample);
  const [busy, setBusy] = useState(false);
  useEffect(() => keepTyped(typed), [typed]);

  const blank = held === 'untouched' && typed.blank;
  const right = (name: FieldName) => setWrong(({ [name]: _, ...rest }) => rest);
  function put(change: Partial<Typed>, name: FieldName) {
    setTyped(before => ({ ...before, ...change }));
    right(name);
  }

  /** The first one, where the person has to go on. */
  function point(found: Wrong) {
    setWrong(found);
    const order = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    order.find(({ dataset }) => dataset.field && dataset.field in found)?.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const isAddress =
      form.current?.querySelector<HTMLInputElement>('[data-field=email]')?.validity.valid === true;
    const found = wrongIn({ ...typed, password, isAddress });
    if (Object.keys(found).length > 0) return point(found);
    setBusy(true);
    const email = typed.email.trim();
    const answer = await sendSetUp(token, {
      site_name: typed.siteName.trim(),
      email,
      password,
      time_zone: typed.timeZone,
      blank,
      logo: logo ? await asBase64(logo) : null,
    });
    if (answer.kind === 'field') {
      if (answer.code === 'content_changed') setHeld('changed');
      point({ [answer.field]: refusalText(answer) });
    } else if (answer.kind === 'failed')
      notify({ title: texts.failed, description: answer.message, destructive: true });
    // An answer may get lost on its way; then the link is used up, and what was typed signs in.
    else await enter(email, answer.kind === 'done');
    setBusy(false);
  }

  async function enter(email: string, isDone: boolean) {
    const { error } = await auth.signInWithPassword({ email, password });
    if (error && !isDone) return onGone();
    forgetTyped();
    if (error) notify(texts.signIn);
    scrollTo(0, 0); // the button is far down, and what comes next begins at its top
    const first: First = { bankIsSample: held === 'untouched' && !blank };
    navigate(error ? '/admin/login' : '/admin', { replace: true, state: error ? undefined : { first } });
  }

  const field = (name: FieldName, help?: string) => ({
    id: `${id}-${name}`,
    'data-field': name,
    'aria-invalid': wrong[name] ? true : undefined,
    'aria-describedby': describedBy(`${id}-${name}`, { help, warning: wrong[name] }),
  });
  const passwordHelp = texts.password.help(passwordLength.min);
  const time = clockTimeIn(typed.timeZone, new Date());
  const zoneHelp = [texts.timeZone.help, time && texts.timeZone.now(time)].filter(Boolean).join(' ');

  return (
    <EntranceFrame wide>
      {/* What is missing is said at the field, in our words. */}
      <form ref={form} noValidate onSubmit={onSubmit} className={card}>
        <h1 className="text-h3">{texts.heading}</h1>
        <p className="mt-1 mb-6 text-sm text-ink-soft">{texts.intro}</p>
        <div className="grid gap-6">
          <FormField
            id={`${id}-site_name`}
            label={texts.siteName.label}
            help={texts.siteName.help}
            warning={wrong.site_name}
          >
            <input
              {...field('site_name', texts.siteName.help)}
              dir="auto"
              required
              autoComplete="organization"
              maxLength={documents.general_settings.parts.site_name.maxLength}
              value={typed.siteName}
              className={marked}
              onChange={event => put({ siteName: event.target.value }, 'site_name')}
            />
          </FormField>
          <LogoChoice
            file={logo}
            warning={wrong.logo}
            onFile={file => {
              setLogo(file);
              right('logo');
            }}
            onRefused={message => setWrong(before => ({ ...before, logo: message }))}
          />
          <FormField
            id={`${id}-email`}
            label={texts.email.label}
            help={texts.email.help}
            warning={wrong.email}
          >
            <input
              {...field('email', texts.email.help)}
              type="email"
              dir="auto"
              required
              autoComplete="username"
              maxLength={254}
              value={typed.email}
              className={marked}
              onChange={event => put({ email: event.target.value }, 'email')}
            />
          </FormField>
          <div>
            <FormField
              id={`${id}-password`}
              label={texts.password.label}
              help={passwordHelp}
              warning={wrong.password}
            >
              <input
                {...field('password', passwordHelp)}
                type={shown ? 'text' : 'password'}
                dir="ltr"
                required
                autoComplete="new-password"
                autoCapitalize="none"
                spellCheck={false}
                value={password}
                className={marked}
                onChange={event => {
                  setPassword(event.target.value);
                  right('password');
                }}
              />
            </FormField>
            <label className="mt-1 inline-flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-emerald"
                checked={shown}
                onChange={event => setShown(event.target.checked)}
              />
              {texts.password.show}
            </label>
          </div>
          <BeginChoice
            sample={held}
            blank={blank}
            warning={wrong.blank}
            onChange={next => put({ blank: next }, 'blank')}
          />
          <FormField
            id={`${id}-time_zone`}
            label={texts.timeZone.label}
            help={zoneHelp}
            warning={wrong.time_zone}
          >
            <TimeZoneSelect
              {...field('time_zone', zoneHelp)}
              value={typed.timeZone}
              onZone={zone => put({ timeZone: zone }, 'time_zone')}
            />
          </FormField>
          <div className="rounded-soft bg-emerald-tint p-4 text-sm">
            <p className="font-semibold">{texts.after}</p>
            <ul className="mt-1 list-disc ps-5">
              {texts.afterwards.map(line => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <div>
            <p role="alert" className="mb-2 text-sm font-medium text-danger empty:hidden">
              {Object.keys(wrong).length > 0 && texts.check}
            </p>
            <Button variant="primary" type="submit" className="w-full" busy={busy}>
              {texts.go}
            </Button>
          </div>
        </div>
      </form>
    </EntranceFrame>
  );
}
