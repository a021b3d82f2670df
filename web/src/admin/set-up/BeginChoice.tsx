import { useId } from 'react';
import type { Sample } from '../api/set-up';
import { Warning } from '../fields/FormField';
import { useAdminMessages } from '../messages';

interface Props {
  sample: Sample;
  blank: boolean;
  warning: string | undefined;
  onChange(blank: boolean): void;
}

/** With examples or without; nothing to choose where the site began without, and a word where they can go no more. */
export function BeginChoice({ sample, blank, warning, onChange }: Props) {
  const { begin: texts } = useAdminMessages().setUp;
  const id = useId();
  if (sample === 'absent') return null;
  if (sample === 'changed')
    return (
      <div className="text-sm">
        <p className="text-ink-soft">{texts.changed}</p>
        <Warning id={id} text={warning} />
      </div>
    );
  const choices = [
    { blank: false, label: texts.sample, help: texts.sampleHelp },
    { blank: true, label: texts.blank, help: texts.blankHelp },
  ];
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{texts.label}</legend>
      <div className="grid gap-2">
        {choices.map(choice => (
          <label
            key={choice.label}
            className="flex cursor-pointer items-start gap-3 rounded-soft border border-hairline p-3 has-checked:border-emerald has-checked:bg-emerald-tint"
          >
            <input
              type="radio"
              name={id}
              checked={blank === choice.blank}
              aria-labelledby={`${id}-${choice.blank}-name`}
              aria-describedby={`${id}-${choice.blank}`}
              className="mt-0.5 size-5 shrink-0 accent-emerald"
              onChange={() => onChange(choice.blank)}
            />
            <span>
              <span id={`${id}-${choice.blank}-name`} className="block text-sm font-semibold">
                {choice.label}
              </span>
              <span id={`${id}-${choice.blank}`} className="block text-sm text-ink-soft">
                {choice.help}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
