// The account to give to. Each line can be copied with one tap; nobody should have to type an IBAN.
import { Copy } from 'lucide-react';
import { copyText } from '../../lib/clipboard';
import { bareIban, groupedIban } from '../../lib/iban';
import { notify } from '../../lib/notices';
import type { Documents } from '../../schema.gen';
import { messages } from './messages';

const fields = [
  'bank_name',
  'account_title',
  'account_number',
  'iban',
  'swift_code',
  'branch_address',
] as const;

interface Line {
  label: string;
  shown: string;
  copied: string;
}

export function BankDetails({ details }: { details: Documents['donation_details'] }) {
  const texts = messages.use().bank;
  const lines = fields.flatMap(field => {
    const value = details[field]?.trim();
    if (!value) return [];
    const iban = field === 'iban';
    return [
      {
        label: texts[field],
        shown: iban ? groupedIban(value) : value,
        copied: iban ? bareIban(value) : value,
      },
    ];
  });
  if (lines.length === 0)
    return (
      <>
        <p className="mt-4 text-ink-soft">{texts.empty}</p>
        <a href="/contact" className="link mt-2 inline-flex min-h-11 items-center font-semibold">
          {texts.contact}
        </a>
      </>
    );
  return (
    <dl className="mt-4">
      {lines.map(line => (
        <BankLine key={line.label} line={line} />
      ))}
    </dl>
  );
}

function BankLine({ line }: { line: Line }) {
  const texts = messages.use().bank;
  const copy = async () => {
    if (await copyText(line.copied)) notify({ title: texts.copied(line.label), description: line.copied });
    else notify({ ...texts.copyFailed, destructive: true });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-hairline py-3 first:border-t-0">
      <dt className="text-sm text-ink-soft">{line.label}</dt>
      <dd dir="auto" className="text-[1.125rem] font-medium break-words tabular-nums">
        {line.shown}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1 self-center">
        <button
          type="button"
          aria-label={texts.copy(line.label)}
          className="needs-script -me-2 grid size-11 place-items-center rounded-soft text-emerald transition-colors duration-150 hover:bg-sand"
          onClick={copy}
        >
          <Copy className="size-5" aria-hidden="true" />
        </button>
      </dd>
    </div>
  );
}
