// One's own second factor: the devices that make codes, and the recovery codes.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../lib/notices';
import { useFeatures } from '../api/features';
import { queryClient } from '../api/query-client';
import { Loading } from '../list/ListStates';
import { useAdminMessages } from '../messages';
import { useIsOwner } from '../session/session';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { localMoment } from '../shell/moments';
import { ask } from '../shell/question';
import { AddDevice } from './AddDevice';
import { newCodes, readCodesLeft, readDevices, removeDevice } from './factors';
import { RecoveryCodes } from './RecoveryCodes';

const key = ['second-factor'];
/** So few are worth a word. */
const few = 3;

type Device = Awaited<ReturnType<typeof readDevices>>[number];

export function SecondFactorScreen() {
  const { secondFactor: texts } = useAdminMessages();
  const [adding, setAdding] = useState(false);
  const [isFirst, setIsFirst] = useState(false);
  const query = useQuery({
    queryKey: key,
    queryFn: async () => ({ devices: await readDevices(), left: await readCodesLeft() }),
    meta: { failed: texts.cannotLoad },
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={texts.loadFailed} onAgain={() => query.refetch()} />;
  const { devices, left } = query.data;
  const isOn = devices.length > 0;

  function onAdd() {
    setIsFirst(!isOn);
    setAdding(true);
  }

  return (
    <div className="grid gap-6">
      <section className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
        <h2 className="text-h4">{isOn ? texts.on.heading : texts.off.heading}</h2>
        <p className="mt-1 mb-5 text-sm text-ink-soft">{isOn ? texts.on.text : texts.off.text}</p>
        {adding ? (
          <AddDevice isFirst={isFirst} onDone={() => setAdding(false)} onCancel={() => setAdding(false)} />
        ) : (
          <>
            {isOn && <Devices devices={devices} />}
            <Action variant={isOn ? 'outline' : 'primary'} onClick={onAdd}>
              {isOn ? texts.add.another : texts.add.first}
            </Action>
          </>
        )}
      </section>
      {isOn && !adding && <Codes left={left?.remaining ?? 0} />}
    </div>
  );
}

function Devices({ devices }: { devices: readonly Device[] }) {
  const { devices: texts, cannotRemove } = useAdminMessages().secondFactor;
  const isLast = devices.length === 1;
  const demands = useFeatures();
  const isDemanded = useIsOwner() && demands.owners_need_second_factor === true;
  const removing = useMutation({
    mutationFn: removeDevice,
    onSuccess: () => notify({ title: isLast ? texts.switchedOff : texts.removed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    meta: { failed: cannotRemove },
  });
  async function onRemove({ id, friendly_name }: Device) {
    const title = isLast ? texts.switchOffQuestion : texts.removeQuestion(friendly_name ?? texts.unnamed);
    const off = isDemanded ? texts.switchOffDemanded : texts.switchOffText;
    const text = isLast ? off : texts.removeText;
    if (await ask({ title, text, yes: isLast ? texts.switchOff : texts.remove })) removing.mutate(id);
  }
  return (
    <ul className="mb-4 divide-y divide-hairline border-y border-hairline" aria-label={texts.heading}>
      {devices.map(device => (
        <li key={device.id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <Smartphone className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block font-semibold wrap-anywhere">
              {device.friendly_name || texts.unnamed}
            </span>
            <span className="block text-xs text-ink-soft">
              {texts.since(localMoment(device.created_at).slice(0, 10))}
            </span>
          </span>
          <Action
            variant="outline"
            busy={removing.isPending && removing.variables === device.id}
            aria-label={isLast ? undefined : texts.removeOne(device.friendly_name || texts.unnamed)}
            onClick={() => onRemove(device)}
          >
            {isLast ? texts.switchOff : texts.remove}
          </Action>
        </li>
      ))}
    </ul>
  );
}

function Codes({ left }: { left: number }) {
  const { codes: texts } = useAdminMessages().secondFactor;
  const [codes, setCodes] = useState<string[]>();
  const making = useMutation({
    mutationFn: newCodes,
    onSuccess: made => setCodes(made),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    meta: { failed: texts.cannotMake },
  });
  async function onNew() {
    const sure =
      left === 0 || (await ask({ title: texts.newQuestion, text: texts.newText, yes: texts.make }));
    if (sure) making.mutate();
  }
  return (
    <section className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <>
          <h2 className="text-h4">{texts.heading}</h2>
          <p className="mt-1 text-sm text-ink-soft">{texts.about}</p>
          <p className="mt-3 text-sm font-semibold">{texts.left(left)}</p>
          {left <= few && <p className="mt-1 text-sm">{left === 0 ? texts.none : texts.few}</p>}
          <Action variant="outline" className="mt-4" busy={making.isPending} onClick={onNew}>
            {texts.make}
          </Action>
        </>
      )}
    </section>
  );
}
