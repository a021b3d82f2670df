// Mail that could not be sent: to whom, why, and what to do. What it says is not shown: it may hold a link that signs
// somebody in, and the server tells it to nobody.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { notify } from '../../lib/notices';
import { discardMail, type Mail, readUnsentMail, retryMail } from '../api/mail';
import { queryClient } from '../api/query-client';
import { momentOf } from '../history/moment';
import { Loading } from '../list/ListStates';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { ask } from '../shell/question';

export function UnsentMail() {
  const { mail } = useAdminMessages();
  const frame = useRef<HTMLElement>(null);
  const focus = useFocus(frame);
  const query = useQuery({
    queryKey: ['outbox', 'unsent'],
    queryFn: ({ signal }) => readUnsentMail(signal),
    meta: { failed: mail.cannotLoad },
  });
  const list = query.data ?? [];
  return (
    <section ref={frame} className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 tabIndex={-1} className="text-h4">
        {mail.unsent.heading}
      </h2>
      {query.isPending && <Loading />}
      {query.isError && <Failed text={mail.loadFailed} onAgain={() => query.refetch()} />}
      {query.isSuccess && list.length === 0 && <p className="mt-3 text-ink-soft">{mail.unsent.none}</p>}
      {list.length > 0 && (
        <ul className="mt-4 divide-y divide-hairline">
          {list.map(one => (
            <UnsentItem key={one.id} mail={one} onDone={() => focus('h2')} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UnsentItem({ mail, onDone }: { mail: Mail; onDone(): void }) {
  const { unsent } = useAdminMessages().mail;
  const isFailed = mail.status === 'failed';
  const settled = async () => {
    await queryClient.invalidateQueries({ queryKey: ['outbox'] });
    onDone();
  };
  const retrying = useMutation({
    mutationFn: () => retryMail(mail.id),
    onSuccess: () => notify({ title: unsent.retried }),
    onSettled: settled,
    meta: { failed: unsent.cannotRetry },
  });
  const discarding = useMutation({
    mutationFn: () => discardMail(mail.id),
    onSuccess: () => notify({ title: unsent.discarded }),
    onSettled: settled,
    meta: { failed: unsent.cannotDiscard },
  });
  async function discard() {
    const text = unsent.questionText(mail.recipient);
    if (await ask({ title: unsent.question, text, yes: unsent.discard })) discarding.mutate();
  }
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0" data-mail={mail.id}>
      <p className="font-semibold wrap-anywhere">
        {unsent.kinds[mail.kind] ?? mail.kind}
        <span dir="auto" className="font-normal">
          {' '}
          {unsent.to(mail.recipient)}
        </span>
      </p>
      <p dir="auto" className="text-sm wrap-anywhere">
        {mail.last_error}
      </p>
      <p className="text-xs text-ink-soft">
        {isFailed ? unsent.failed(momentOf(mail.next_at)) : unsent.waiting(momentOf(mail.next_at))}
      </p>
      <div className="flex flex-wrap gap-3">
        {isFailed && (
          <Action
            variant="outline"
            aria-label={unsent.retryOne(mail.recipient)}
            busy={retrying.isPending}
            onClick={() => retrying.mutate()}
          >
            {unsent.retry}
          </Action>
        )}
        <Action
          variant="outline"
          aria-label={unsent.discardOne(mail.recipient)}
          busy={discarding.isPending}
          onClick={discard}
        >
          {unsent.discard}
        </Action>
      </div>
    </li>
  );
}
