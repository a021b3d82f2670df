// Inviting somebody: by mail where the website sends mail, otherwise by a link that is handed over.
import { UserPlus } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { makeAccount, makeInviteLink, sendInvitation } from '../api/accounts';
import { control, FormField } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { useFocus } from '../shell/focus';
import { recently, useDeed, wordsOf } from './deed';
import { type HandedLink, LinkPanel } from './LinkPanel';
import { named, type Role } from './person';
import { RoleChoice } from './RoleChoice';

interface Props {
  mail: boolean;
  onInvited(): void;
}

export function InviteForm({ mail, onInvited }: Props) {
  const { people } = useAdminMessages();
  const texts = people.invite;
  const [open, setOpen] = useState(false);
  const [role, setRole] = useState<Role>('editor');
  const [handed, setHanded] = useState<HandedLink>();
  const deed = useDeed();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);

  function close() {
    setOpen(false);
    setHanded(undefined);
    setRole('editor');
    focus('[data-invite]');
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const email = String(fields.get('email')).trim().toLowerCase();
    const name = String(fields.get('name')).trim();
    const asked = { email, data: named(name), role };
    await deed.run('invite', texts.failed, async () => {
      if (!mail) {
        const { data: link } = await recently(() => makeInviteLink(asked));
        setHanded({ kind: 'invite', whom: name || email, link: link ?? '' });
        return onInvited();
      }
      await recently(() => makeAccount(asked));
      onInvited();
      close();
      const { error } = await sendInvitation(email);
      if (error) notify({ title: texts.notSent, description: wordsOf(error), destructive: true });
      else notify({ title: texts.sent(email), description: texts.sentText });
    });
  }

  if (!open)
    return (
      <div ref={frame} className="mb-6">
        <Action
          variant="primary"
          data-invite
          onClick={() => {
            setOpen(true);
            focus('[name=email]');
          }}
        >
          <UserPlus className="size-4" aria-hidden="true" />
          {texts.open}
        </Action>
      </div>
    );
  return (
    <div ref={frame} className="mb-6 rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 className="mb-4 text-h4">{texts.heading}</h2>
      {handed ? (
        <LinkPanel {...handed} onDone={close} />
      ) : (
        <form onSubmit={onSubmit} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <FormField id={`${id}-email`} label={texts.email}>
              <input
                id={`${id}-email`}
                name="email"
                type="email"
                dir="auto"
                autoComplete="off"
                required
                maxLength={254}
                className={control}
              />
            </FormField>
            <FormField id={`${id}-name`} label={texts.name} help={texts.nameHelp}>
              <input
                id={`${id}-name`}
                name="name"
                dir="auto"
                autoComplete="off"
                maxLength={120}
                aria-describedby={`${id}-name-help`}
                className={control}
              />
            </FormField>
          </div>
          <RoleChoice value={role} onChange={setRole} />
          <div className="flex flex-wrap gap-3">
            <Action variant="primary" type="submit" busy={deed.busy !== undefined}>
              {texts.send}
            </Action>
            <Action variant="outline" onClick={close}>
              {texts.cancel}
            </Action>
          </div>
        </form>
      )}
    </div>
  );
}
