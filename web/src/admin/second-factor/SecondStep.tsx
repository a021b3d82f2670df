// After the password: the code of the second factor, or a recovery code in its place.
import type { Session } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { Button } from '../../ui/Button';
import { queryClient } from '../api/query-client';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { CodeField } from './CodeField';
import { confirmWith, confirmWithRecoveryCode, readCodesLeft } from './factors';
import { GateFrame } from './GateFrame';
import { devicesOf } from './level';

export function SecondStep({ session }: { session: Session }) {
  const { secondFactor, session: texts } = useAdminMessages();
  const { step } = secondFactor;
  const devices = devicesOf(session);
  const [device, setDevice] = useState(devices[0]?.id ?? '');
  const [withRecovery, setWithRecovery] = useState(false);
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is shown
  useEffect(() => {
    field.current?.focus();
  }, [withRecovery]);

  const confirming = useMutation({
    mutationFn: async () => {
      if (!withRecovery) return confirmWith(device, code);
      await confirmWithRecoveryCode(code);
      return readCodesLeft().catch(() => null);
    },
    onSuccess: left => {
      const description = left ? secondFactor.codes.used(left.remaining) : texts.welcome.description;
      notify({ title: texts.welcome.title, description });
      // What was refused meanwhile is asked for again.
      queryClient.invalidateQueries();
    },
    onError: () => field.current?.select(),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    confirming.mutate();
  }

  return (
    <GateFrame heading={step.heading} text={withRecovery ? step.recoveryText : step.text}>
      <form onSubmit={onSubmit} className="grid gap-5">
        {!withRecovery && devices.length > 1 && (
          <div>
            <label htmlFor={`${id}-device`} className="mb-1.5 block text-sm font-semibold">
              {step.device}
            </label>
            <select
              id={`${id}-device`}
              className={control}
              value={device}
              onChange={event => setDevice(event.target.value)}
            >
              {devices.map(({ id, friendly_name }) => (
                <option key={id} value={id}>
                  {friendly_name || secondFactor.devices.unnamed}
                </option>
              ))}
            </select>
          </div>
        )}
        {withRecovery ? (
          <div>
            <label htmlFor={`${id}-recovery`} className="mb-1.5 block text-sm font-semibold">
              {step.recoveryCode}
            </label>
            <input
              id={`${id}-recovery`}
              ref={field}
              required
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              className={control}
              value={code}
              aria-describedby={`${id}-wrong`}
              onChange={event => setCode(event.target.value)}
            />
          </div>
        ) : (
          <CodeField ref={field} value={code} onChange={setCode} describedBy={`${id}-wrong`} />
        )}
        <p id={`${id}-wrong`} role="alert" className="text-sm text-danger empty:hidden">
          {confirming.error?.message}
        </p>
        <Button variant="primary" type="submit" busy={confirming.isPending}>
          {step.confirm}
        </Button>
      </form>
      <button
        type="button"
        className="link mt-5 min-h-11 text-start text-sm"
        onClick={() => {
          setWithRecovery(!withRecovery);
          setCode('');
          confirming.reset();
        }}
      >
        {withRecovery ? step.useApp : step.useRecovery}
      </button>
    </GateFrame>
  );
}
