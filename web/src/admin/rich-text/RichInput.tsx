// The rich-text editor as a field: HTML in, HTML out, in the public page's own typography.
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { toEditor, toStored } from './clean';
import { extensions } from './extensions';
import { LinkPanel } from './LinkPanel';
import { messageHtml } from './message';
import { cleanPasted } from './pasted';
import { Toolbar } from './Toolbar';

interface Props {
  labelledBy: string;
  describedBy?: string;
  /** The person was here before there was an editor. */
  focused?: boolean;
  value: string;
  onChange(html: string): void;
}

export default function RichInput({ labelledBy, describedBy, focused, value, onChange }: Props) {
  const id = useId();
  const [linking, setLinking] = useState(false);
  /** The text as it came, stored and in the editor's own words: reading it, or undoing all, is no edit. */
  const origin = useRef({ stored: value, own: '' });
  const last = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;

  const editor: Editor | null = useEditor({
    extensions,
    injectCSS: false, // the page's policy takes styles from files only
    enableInputRules: ['bulletList', 'orderedList'],
    enablePasteRules: ['link'],
    content: toEditor(value),
    editorProps: {
      attributes: {
        id,
        class: 'rich rich-editor',
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
      transformPastedHTML: cleanPasted,
      handleKeyDown(_, event) {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
        setLinking(true);
        return true;
      },
      handlePaste(_, event): boolean {
        const data = event.clipboardData;
        if (!data || data.types.includes('text/html')) return false;
        const html = messageHtml(data.getData('text/plain'));
        // One line joins the text it is pasted into.
        const single = /^<p>((?:(?!<p>|<[uo]l>).)*)<\/p>$/.exec(html);
        return html !== '' && (editor?.commands.insertContent(single ? (single[1] ?? '') : html) ?? false);
      },
    },
    onCreate({ editor }) {
      origin.current.own = editor.getHTML();
    },
    onUpdate({ editor }) {
      const own = editor.getHTML();
      last.current = own === origin.current.own ? origin.current.stored : toStored(own);
      change.current(last.current);
    },
  });

  // Another version from outside: the one that was saved, undone, or chosen after a conflict.
  useEffect(() => {
    if (!editor || editor.isDestroyed || value === last.current) return;
    editor.commands.setContent(toEditor(value), { emitUpdate: false });
    origin.current = { stored: value, own: editor.getHTML() };
    last.current = value;
  }, [editor, value]);

  // The text that had focus is gone by now; nobody else's focus is taken. React may have replaced the editor meanwhile.
  useEffect(() => {
    if (!focused || !editor || editor.isDestroyed) return;
    if (document.activeElement === document.body) editor.commands.focus('end');
  }, [editor, focused]);

  if (!editor) return null;
  return (
    <div className="overflow-hidden rounded-soft border border-edge bg-surface focus-within:border-ink hover:border-ink">
      <Toolbar
        editor={editor}
        labelledBy={labelledBy}
        controls={id}
        linking={linking}
        onLink={() => setLinking(open => !open)}
      />
      {linking && <LinkPanel editor={editor} onClose={() => setLinking(false)} />}
      <EditorContent editor={editor} />
    </div>
  );
}
