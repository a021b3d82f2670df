// What an owner can do with an account. What cannot be done is said before it is tried; the server decides.
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { notify } from '../../lib/notices';
import {
  dropFactor,
  endSessionsOf,
  makeLinkFor,
  removeAccount,
  sendInvitation,
  setRole,
} from '../api/accounts';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { readAccountAgain } from '../session/follow-account';
import { useSession } from '../session/session';
import { Action } from '../shell/Action';
import { ask } from '../shell/question';
import type { AccountProps } from './AccountItem';
import { recently, useDeed } from './deed';
import { type HandedLink, LinkPanel } from './LinkPanel';
import { personOf, type Role, roles } from './person';

interface Props extends AccountProps {
  isYou: boolean;
}

export function AccountActions({ person, inUse, isLastOwner, isYou, mail, onChanged, onRemoved }: Props) {
  const { people } = useAdminMessages();
  const texts = people.actions;
  const deed = useDeed();
  const [handed, setHanded] = useState<HandedLink>();
  const id = useId();
  const { id: account, email, lastSignIn, factors } = person;
  const whom = person.name || email;
  const hasFactor = useHasFactor();

  async function changeRole(role: Role) {
    const question =
      isYou && role === 'editor'
        ? { title: texts.ownRoleQuestion, text: texts.ownRoleText }
        : { title: texts.roleQuestion(whom, people.roles[role]), text: people.may[role] };
    if (
      !(await ask({ ...question, yes: texts.roleYes(people.roles[role]), danger: role === 'owner' || isYou }))
    )
      return;
    if (!(await deed.run('role', texts.cannotChangeRole, () => recently(() => setRole(account, role)))))
      return;
    notify({ title: texts.roleChanged(whom, people.roles[role]) });
    if (isYou) await readAccountAgain();
    await onChanged();
  }

  async function link(kind: HandedLink['kind']) {
    const made = await deed.run('link', texts.cannotLink, () => recently(() => makeLinkFor(email, kind)));
    if (made?.data) setHanded({ kind, whom, link: made.data });
  }

  async function send() {
    if (!(await deed.run('send', texts.cannotSend, () => recently(() => sendInvitation(email))))) return;
    notify({ title: people.invite.sent(email), description: people.invite.sentText });
  }

  async function signOut() {
    const question = { title: texts.signOutQuestion(whom), text: texts.signOutText, yes: texts.signOut };
    if (!(await ask(question))) return;
    const done = () => endSessionsOf(account).then(() => true);
    if (!(await deed.run('out', texts.cannotSignOut, done))) return;
    notify({ title: texts.signedOut(whom) });
    await onChanged();
  }

  async function switchOffFactor() {
    const question = {
      title: texts.dropFactorQuestion(whom),
      text: texts.dropFactorText,
      yes: texts.dropFactor,
    };
    if (!(await ask(question))) return;
    const dropped = await deed.run('factor', texts.cannotDropFactor, async () => {
      for (const factor of factors) await recently(() => dropFactor(account, factor));
      return true;
    });
    if (!dropped) return;
    notify({ title: texts.factorDropped });
    await onChanged();
  }

  async function remove() {
    const question = { title: texts.removeQuestion(whom), text: texts.removeText, yes: texts.remove };
    if (!(await ask(question))) return;
    if (!(await deed.run('remove', texts.cannotRemove, () => recently(() => removeAccount(account))))) return;
    notify({ title: texts.removed(whom) });
    await onChanged();
    onRemoved();
  }

  const button = (name: string, label: string, act: () => void) => (
    <Action variant="outline" busy={deed.busy === name} disabled={deed.busy !== undefined} onClick={act}>
      {label}
    </Action>
  );
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">{texts.group(whom)}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {texts.role}
        </label>
        <select
          id={id}
          aria-label={texts.roleOf(whom)}
          aria-describedby={isLastOwner ? `${id}-last` : undefined}
          disabled={isLastOwner || deed.busy !== undefined}
          value={person.role}
          className={`${control} w-auto!`}
          onChange={event => changeRole(event.target.value as Role)}
        >
          {roles.map(role => (
            <option key={role} value={role}>
              {people.roles[role]}
            </option>
          ))}
        </select>
      </div>
      {isLastOwner && (
        <p id={`${id}-last`} className="text-sm text-ink-soft">
          {texts.lastOwner}
        </p>
      )}
      {handed && <LinkPanel {...handed} onDone={() => setHanded(undefined)} />}
      <div className="flex flex-wrap gap-2">
        {!lastSignIn && mail && button('send', texts.inviteAgain, send)}
        {lastSignIn
          ? !isYou && button('link', texts.passwordLink, () => link('recovery'))
          : button('link', texts.newInviteLink, () => link('invite'))}
        {inUse && !isYou && button('out', texts.signOut, signOut)}
        {factors.length > 0 && !isYou && hasFactor && button('factor', texts.dropFactor, switchOffFactor)}
        {!isYou && !isLastOwner && (
          <Action
            variant="outline"
            aria-label={texts.removeOne(whom)}
            busy={deed.busy === 'remove'}
            disabled={deed.busy !== undefined}
            className="text-danger! hover:border-danger!"
            onClick={remove}
          >
            {texts.remove}
          </Action>
        )}
      </div>
      {factors.length > 0 && !isYou && !hasFactor && (
        <p className="text-sm text-ink-soft">{texts.factorNeeded}</p>
      )}
      {isYou && (
        <p className="text-sm text-ink-soft">
          {!isLastOwner && texts.notYourself}{' '}
          <Link to="/admin/account" className="link inline-flex min-h-11 items-center">
            {people.ownAccount}
          </Link>
        </p>
      )}
    </fieldset>
  );
}

/** Only who has one takes another's away: one weak password would undo the second factors of all. */
function useHasFactor(): boolean {
  const state = useSession();
  return state.status === 'in' && personOf(state.session.user).factors.length > 0;
}
