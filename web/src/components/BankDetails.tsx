// The account to give to. Each line can be copied with one tap; nobody should have to type an IBAN.
import { Copy } from 'lucide-react';
import { copyText } from '../lib/clipboard';
import type { DonationDetails } from '../lib/content';
import { bareIban, groupedIban } from '../lib/iban';
import { notify } from '../lib/notices';

interface Line {
  label: string;
  shown: string | undefined;
  copied?: string;
}

function linesOf(details: Partial<DonationDetails>): Line[] {
  return [
    { label: 'Bank name', shown: details.bank_name },
    { label: 'Account title', shown: details.account_title },
    { label: 'Account number', shown: details.account_number },
    {
      label: 'IBAN',
      shown: details.iban && groupedIban(details.iban),
      copied: details.iban && bareIban(details.iban),
    },
    { label: 'Swift code', shown: details.swift_code },
    { label: 'Branch address', shown: details.branch_address },
  ];
}

export function BankDetails({ details }: { details: Partial<DonationDetails> }) {
  return (
    <dl className="mt-4">
      {linesOf(details).map(
        line => line.shown && <BankLine key={line.label} line={line} text={line.copied ?? line.shown} />,
      )}
    </dl>
  );
}

function BankLine({ line, text }: { line: Line; text: string }) {
  const copy = async () => {
    if (await copyText(text)) notify({ title: `${line.label} copied`, description: text });
    else {
      notify({
        title: 'Could not copy',
        description: 'Please press and hold the text to copy it.',
        destructive: true,
      });
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-hairline py-3 first:border-t-0">
      <dt className="text-sm text-ink-soft">{line.label}</dt>
      <dd className="text-[1.125rem] font-medium break-words tabular-nums">{line.shown}</dd>
      <dd className="col-start-2 row-span-2 row-start-1 self-center">
        <button
          type="button"
          aria-label={`Copy ${line.label}`}
          className="needs-script -me-2 grid size-11 place-items-center rounded-soft text-emerald transition-colors duration-150 hover:bg-sand"
          onClick={copy}
        >
          <Copy className="size-5" aria-hidden="true" />
        </button>
      </dd>
    </div>
  );
}
