// One message: a line that opens to its words. They are a stranger's: shown as plain text, never as HTML.
import { ChevronDown, MessageCircle, Phone, Reply, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '../../ui/cn';
import { type Message, type Status, statuses } from '../api/messages';
import { control } from '../fields/FormField';
import { internationalDigits } from '../list/phone';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { localMoment } from '../shell/moments';
import { markRead, move, remove, type View, views } from './messages';

interface Props {
  message: Message;
  view: View;
  /** It is about to leave the list. */
  onLeave(): void;
}

export function MessageItem({ message, view, onLeave }: Props) {
  const { inbox } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const id = useId();
  const isNew = message.status === 'new';

  function toggle() {
    setOpen(!open);
    // In a view of new messages only, it would vanish under the reader's eyes.
    if (!open && (views[view] as readonly string[]).includes('read')) markRead(message);
  }

  return (
    <li data-message={message.id}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-start hover:bg-cream"
        onClick={toggle}
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span dir="auto" className={cn('min-w-0 wrap-anywhere', isNew && 'font-semibold')}>
              {message.name}
            </span>
            <span className="text-xs text-ink-soft">{localMoment(message.created_at).slice(0, 16)}</span>
          </span>
          <span className="flex items-baseline gap-2 text-sm text-ink-soft">
            <span className={cn('shrink-0 text-xs', isNew && 'font-semibold text-emerald')}>
              {inbox.statuses[message.status as Status]}
            </span>
            <span dir="auto" className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap">
              {message.subject}
            </span>
          </span>
        </span>
        <ChevronDown className={cn('size-4 shrink-0', open && 'rotate-180')} aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && <Opened message={message} view={view} onLeave={onLeave} />}
      </div>
    </li>
  );
}

function Opened({ message, view, onLeave }: Props) {
  const { inbox } = useAdminMessages();
  const status = useId();
  const { name, email, phone, subject } = message;
  const digits = phone ? internationalDigits(phone) : undefined;
  const subjectOfReply = inbox.replySubject(subject);

  async function put(next: Status) {
    const leaves = !(views[view] as readonly Status[]).includes(next);
    if ((await move(message, next)) && leaves) onLeave();
  }

  async function drop() {
    if (await remove(message)) onLeave();
  }

  return (
    <div className="grid gap-4 px-4 pt-3 pb-5">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {subject}
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {message.message}
      </p>
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Way
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subjectOfReply)}`}
          label={inbox.replyTo(name)}
          icon={<Reply className="size-4" aria-hidden="true" />}
        >
          {inbox.reply}
        </Way>
        {digits && (
          <>
            <Way
              href={`tel:+${digits}`}
              label={inbox.callTo(name)}
              icon={<Phone className="size-4" aria-hidden="true" />}
            >
              {inbox.call}
            </Way>
            <Way
              href={`https://wa.me/${digits}`}
              label={inbox.whatsAppTo(name)}
              icon={<MessageCircle className="size-4" aria-hidden="true" />}
              newTab
            >
              {inbox.whatsApp}
            </Way>
          </>
        )}
      </div>
      <p dir="auto" className="text-sm wrap-anywhere text-ink-soft">
        {[email, phone].filter(Boolean).join(' · ')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={status} className="text-sm font-semibold">
          {inbox.status}
        </label>
        <select
          id={status}
          className={`${control} w-auto!`}
          aria-label={inbox.statusOf(name)}
          value={message.status}
          onChange={event => put(event.target.value as Status)}
        >
          {statuses.map(one => (
            <option key={one} value={one}>
              {inbox.statuses[one]}
            </option>
          ))}
        </select>
        <Action variant="outline" aria-label={inbox.deleteOne(name)} onClick={drop}>
          <Trash2 className="size-4" aria-hidden="true" />
          {inbox.delete}
        </Action>
      </div>
    </div>
  );
}

interface WayProps {
  href: string;
  label: string;
  icon: ReactNode;
  newTab?: boolean;
  children: ReactNode;
}

function Way({ href, label, icon, newTab, children }: WayProps) {
  return (
    <a
      href={href}
      aria-label={label}
      className="link inline-flex min-h-11 items-center gap-1.5"
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
    >
      {icon}
      {children}
    </a>
  );
}
