// One input of text. Puts right what it can when the person leaves it, presses Enter or pastes.
import {
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { control } from './FormField';
import type { TextOptions } from './field';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  options: TextOptions;
  value: string;
  /** Why the form cannot be sent with this text. */
  refusal?: string;
  /** What is wrong is written below the input: the browser need not say it as well. */
  warned?: boolean;
  onText(text: string): void;
}

export function TextInput({ options, value, refusal, warned, onText, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const suggestionsId = useId();
  const { clean, suggestions } = options;

  useEffect(() => input.current?.setCustomValidity(refusal ?? ''), [refusal]);

  function put(text: string) {
    if (clean && text !== '') onText(clean(text));
  }

  /** The browser checks an address before the form is sent, and nobody leaves the field by pressing Enter. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') put(value);
  }

  /** Into an empty field, or over all of it: a whole piece of code, an address copied from elsewhere. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain');
    const { selectionStart, selectionEnd } = event.currentTarget;
    const replacesAll = value === '' || (selectionStart === 0 && selectionEnd === value.length);
    if (!clean || !pasted.trim() || !(replacesAll || /<iframe/i.test(pasted))) return;
    event.preventDefault();
    onText(clean(pasted));
  }

  /** Without the browser's bubble the first field that is wrong has to be gone to. */
  function onInvalid(event: FormEvent<HTMLInputElement>) {
    if (!warned) return;
    event.preventDefault();
    const first = event.currentTarget.form?.querySelector(':is(input, textarea, select):invalid');
    if (first === event.currentTarget) event.currentTarget.focus();
  }

  return (
    <>
      <input
        ref={input}
        dir="auto"
        type={options.input ?? 'text'}
        inputMode={options.inputMode}
        list={suggestions && suggestionsId}
        value={value}
        className={control}
        onChange={event => onText(event.target.value)}
        onBlur={() => put(value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onInvalid={onInvalid}
        aria-invalid={refusal ? true : undefined}
        {...rest}
      />
      {suggestions && (
        <datalist id={suggestionsId}>
          {suggestions.map(suggestion => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
