// The row under the toolbar in which a link's address is typed and checked.
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { checkLink } from './link';

interface Props {
  editor: Editor;
  onClose(): void;
}

export function LinkPanel({ editor, onClose }: Props) {
  const id = useId();
  const messages = useAdminMessages().editor;
  const current: string = editor.getAttributes('link').href ?? '';
  const [address, setAddress] = useState(current);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  function close() {
    onClose();
    editor.commands.focus();
  }

  function apply() {
    const checked = checkLink(address);
    if ('problem' in checked) {
      setProblem(checked.problem);
      input.current?.focus();
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    // With nothing selected the address itself becomes the text.
    if (editor.state.selection.empty && !current) {
      const text = { type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: checked }] };
      chain.insertContent(text).run();
    } else {
      chain.setLink(checked).run();
    }
    onClose();
  }

  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault(); // it belongs to the form around, which would be saved
      apply();
    }
  }

  const small = 'min-h-11 rounded-soft px-3 text-sm font-semibold';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Enter reach it from its own input and buttons
    <div className="border-b border-hairline bg-cream p-2" onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="w-full text-sm font-semibold sm:w-auto">
          {messages.linkTo}
        </label>
        <input
          id={id}
          ref={input}
          type="text"
          dir="auto"
          inputMode="url"
          value={address}
          placeholder={messages.linkPlaceholder}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          className={`${control} w-auto min-w-40 flex-1`}
          onChange={event => {
            setAddress(event.target.value);
            setProblem('');
          }}
        />
        <button
          type="button"
          className={`${small} bg-emerald text-cream hover:bg-emerald-deep`}
          onClick={apply}
        >
          {messages.apply}
        </button>
        {current && (
          <button type="button" className={`${small} text-danger hover:bg-danger-tint`} onClick={remove}>
            {messages.removeLink}
          </button>
        )}
        <button type="button" className={`${small} text-ink-soft hover:bg-sand`} onClick={close}>
          {messages.cancel}
        </button>
      </div>
      <p id={`${id}-problem`} role="alert" className="text-xs font-medium text-danger">
        {problem}
      </p>
    </div>
  );
}
