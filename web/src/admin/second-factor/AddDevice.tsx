// Sets up a device in two steps: a name, then the picture for the app and the first code. With the first device come the
// recovery codes.
import { useMutation } from '@tanstack/react-query';
import { Copy, Smartphone } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { notify } from '../../lib/notices';
import { ButtonLink } from '../../ui/Button';
import { queryClient } from '../api/query-client';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { CodeField } from './CodeField';
import { addDevice, confirmWith, grouped, type NewDevice, newCodes } from './factors';
import { RecoveryCodes } from './RecoveryCodes';

interface Props {
  /** Then recovery codes are made and shown as well. */
  isFirst: boolean;
  onDone(): void;
  onCancel?(): void;
}

export function AddDevice({ isFirst, onDone, onCancel }: Props) {
  const [device, setDevice] = useState<NewDevice>();
  const [codes, setCodes] = useState<string[]>();
  const { add } = useAdminMessages().secondFactor;

  async function onConfirmed() {
    const made = isFirst ? await newCodes().catch(() => undefined) : undefined;
    queryClient.invalidateQueries({ queryKey: ['second-factor'] });
    notify({ title: add.added });
    if (made) setCodes(made);
    else onDone();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (device) return <ScanAndConfirm device={device} onConfirmed={onConfirmed} onCancel={onCancel} />;
  return <NameIt onAdded={setDevice} onCancel={onCancel} />;
}

function NameIt({ onAdded, onCancel }: { onAdded(device: NewDevice): void; onCancel?(): void }) {
  const { shell, secondFactor } = useAdminMessages();
  const { add } = secondFactor;
  const [name, setName] = useState(add.usualName);
  const id = useId();
  const adding = useMutation({ mutationFn: () => addDevice(name.trim()), onSuccess: onAdded });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    adding.mutate();
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <p className="text-sm">{add.before}</p>
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {add.name}
        </label>
        <input
          id={id}
          required
          dir="auto"
          maxLength={100}
          autoComplete="off"
          className={control}
          value={name}
          aria-describedby={`${id}-help ${id}-wrong`}
          onChange={event => setName(event.target.value)}
        />
        <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
          {add.nameHelp}
        </p>
      </div>
      <Wrong id={`${id}-wrong`} error={adding.error} />
      <div className="flex flex-wrap gap-3">
        <Action variant="primary" type="submit" busy={adding.isPending}>
          {add.next}
        </Action>
        {onCancel && (
          <Action variant="outline" onClick={onCancel}>
            {shell.cancel}
          </Action>
        )}
      </div>
    </form>
  );
}

interface ScanProps {
  device: NewDevice;
  onConfirmed(): Promise<void>;
  onCancel?(): void;
}

function ScanAndConfirm({ device, onConfirmed, onCancel }: ScanProps) {
  const { shell, secondFactor } = useAdminMessages();
  const { add } = secondFactor;
  const [code, setCode] = useState('');
  const id = useId();
  const confirming = useMutation({
    mutationFn: async () => {
      await confirmWith(device.id, code);
      await onConfirmed();
    },
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    confirming.mutate();
  }
  async function onCopy() {
    await navigator.clipboard.writeText(device.secret);
    notify({ title: secondFactor.copied });
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-6">
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <div>
          <p className="mb-2 text-sm font-semibold">{add.scan}</p>
          <img
            src={device.picture}
            alt={add.picture}
            className="size-48 rounded-soft border border-hairline bg-white"
          />
          <p className="mt-2 max-w-48 text-xs text-ink-soft">{add.again}</p>
        </div>
        <div className="grid content-start gap-3">
          <p className="text-sm font-semibold">{add.samePhone}</p>
          <ButtonLink variant="outline" size="small" href={device.uri} className="justify-self-start">
            <Smartphone className="size-4" aria-hidden="true" />
            {add.openApp}
          </ButtonLink>
          <p className="text-sm text-ink-soft">{add.typeIn}</p>
          <code dir="ltr" data-secret className="font-mono text-sm wrap-anywhere">
            {grouped(device.secret).replaceAll('-', ' ')}
          </code>
          {'clipboard' in navigator && (
            <Action variant="outline" className="justify-self-start" onClick={onCopy}>
              <Copy className="size-4" aria-hidden="true" />
              {add.copy}
            </Action>
          )}
        </div>
      </div>
      <div className="grid gap-2">
        <p className="text-sm">{add.thenCode}</p>
        <div className="sm:max-w-56">
          <CodeField value={code} onChange={setCode} describedBy={`${id}-wrong`} />
        </div>
        <Wrong id={`${id}-wrong`} error={confirming.error} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Action variant="primary" type="submit" busy={confirming.isPending}>
          {add.finish}
        </Action>
        {onCancel && (
          <Action variant="outline" onClick={onCancel}>
            {shell.cancel}
          </Action>
        )}
      </div>
    </form>
  );
}

function Wrong({ id, error }: { id: string; error: Error | null }) {
  return (
    <p id={id} role="alert" className="text-sm text-danger empty:hidden">
      {error?.message}
    </p>
  );
}
