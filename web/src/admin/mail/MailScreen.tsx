// Whether mail is set up, a test mail, and what could not be sent. For owners; the server tells nobody else.
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type MailStatus, readMailStatus, sendTestMail } from '../api/mail';
import { queryClient } from '../api/query-client';
import { control } from '../fields/FormField';
import { Loading } from '../list/ListStates';
import { useAdminMessages } from '../messages';
import { useIsOwner } from '../session/session';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { UnsentMail } from './UnsentMail';

export function MailScreen() {
  const { mail } = useAdminMessages();
  const isOwner = useIsOwner();
  const query = useQuery({
    queryKey: ['outbox', 'status'],
    queryFn: readMailStatus,
    enabled: isOwner,
    meta: { failed: mail.cannotLoad },
  });
  if (!isOwner) return <Card text={mail.ownersOnly} />;
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={mail.loadFailed} onAgain={() => query.refetch()} />;
  if (!query.data?.set_up) return <Card heading={mail.notSetUp.heading} text={mail.notSetUp.text} />;
  return (
    <div className="grid gap-8">
      <SetUp status={query.data} />
      <TestMail />
      <UnsentMail />
    </div>
  );
}

function Card({ heading, text }: { heading?: string; text: string }) {
  return (
    <div className="rounded-soft border border-hairline bg-surface p-6">
      {heading && <h2 className="mb-2 text-h4">{heading}</h2>}
      <p className="text-ink-soft">{text}</p>
    </div>
  );
}

function SetUp({ status }: { status: MailStatus }) {
  const { setUp } = useAdminMessages().mail;
  const facts = [
    [setUp.from, status.from],
    [setUp.server, status.server],
    [setUp.waiting, setUp.waitingNumber(status.waiting)],
    [setUp.links, status.links ? setUp.withLinks : setUp.noLinks],
  ];
  return (
    <section className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 className="text-h4">{setUp.heading}</h2>
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm font-semibold">{name}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TestMail() {
  const { test } = useAdminMessages().mail;
  const [to, setTo] = useState('');
  const id = useId();
  const sending = useMutation({
    mutationFn: sendTestMail,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outbox'] }),
    meta: { failed: test.cannotSend },
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    sending.mutate(to.trim());
  }
  const result = sending.data;
  return (
    <section className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 className="text-h4">{test.heading}</h2>
      <form onSubmit={onSubmit} className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <label htmlFor={id} className="mb-1 block text-sm font-semibold">
            {test.to}
          </label>
          <input
            id={id}
            type="email"
            dir="auto"
            autoComplete="off"
            aria-describedby={`${id}-help`}
            className={control}
            value={to}
            onChange={event => setTo(event.target.value)}
          />
        </div>
        <Action variant="primary" type="submit" busy={sending.isPending}>
          {test.send}
        </Action>
      </form>
      <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
        {test.help}
      </p>
      <p role="status" className="mt-3 text-sm wrap-anywhere" data-answer={result?.sent ? 'sent' : undefined}>
        {result && (
          <>
            {result.sent ? test.sent(result.to) : test.notSent}{' '}
            <span className="text-ink-soft">{result.sent ? test.answer(result.answer) : result.answer}</span>
          </>
        )}
      </p>
    </section>
  );
}
