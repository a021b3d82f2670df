// One input of text. Puts right what it can when the person leaves it, presses Enter or pastes.
import {
  type ClipboardEvent,
  type ComponentProps,
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
  /** Why the form cannot be sent with this text; the browser says it. */
  refusal?: string;
  onText(text: string): void;
}

export function TextInput({ options, value, refusal, onText, ...rest }: Props) {
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
