// Header level, bold, italic, underline, strike, both lists, link, clear formatting: these and no others. One tab stop;
// the arrow keys move inside.
import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import {
  Bold,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useAdminMessages } from '../messages';

type ToolName = 'bold' | 'italic' | 'underline' | 'strike' | 'orderedList' | 'bulletList' | 'link' | 'clear';

interface Tool {
  /** Also the mark or node that shows the button as pressed. */
  name: ToolName;
  icon: LucideIcon;
  run(editor: Editor): void;
}

const groups: Tool[][] = [
  [
    { name: 'bold', icon: Bold, run: editor => editor.chain().focus().toggleBold().run() },
    { name: 'italic', icon: Italic, run: editor => editor.chain().focus().toggleItalic().run() },
    { name: 'underline', icon: Underline, run: editor => editor.chain().focus().toggleUnderline().run() },
    { name: 'strike', icon: Strikethrough, run: editor => editor.chain().focus().toggleStrike().run() },
  ],
  [
    {
      name: 'orderedList',
      icon: ListOrdered,
      run: editor => editor.chain().focus().toggleOrderedList().run(),
    },
    { name: 'bulletList', icon: List, run: editor => editor.chain().focus().toggleBulletList().run() },
  ],
];

const clear = (editor: Editor) => editor.chain().focus().unsetAllMarks().clearNodes().run();

const levels = [1, 2, 3] as const;
const names = groups.flat().map(tool => tool.name);

function useShown(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: [...names, 'link'].filter(name => editor.isActive(name)).join(' '),
      level: levels.find(level => editor.isActive('heading', { level })) ?? 0,
    }),
  });
}

interface Props {
  editor: Editor;
  labelledBy: string;
  controls: string;
  linking: boolean;
  onLink(): void;
}

export function Toolbar({ editor, labelledBy, controls, linking, onLink }: Props) {
  const messages = useAdminMessages().editor;
  const bar = useRef<HTMLDivElement>(null);
  const shown = useShown(editor);
  const active = shown.active.split(' ');

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !bar.current) return;
    const stops = [...bar.current.querySelectorAll<HTMLElement>('select, button')];
    const at = stops.indexOf(event.target as HTMLElement);
    const forward = getComputedStyle(bar.current).direction === 'rtl' ? -step : step;
    const next = stops[(at + forward + stops.length) % stops.length];
    event.preventDefault();
    for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1;
    next?.focus();
  }

  const button = (name: ToolName, Icon: LucideIcon, pressed: boolean | undefined, run: () => void) => (
    <button
      key={name}
      type="button"
      tabIndex={-1}
      aria-label={messages[name].name}
      aria-pressed={pressed}
      title={messages[name].title}
      className="grid size-11 place-items-center rounded-soft text-ink-soft hover:bg-emerald-tint hover:text-ink aria-pressed:bg-emerald aria-pressed:text-cream"
      onMouseDown={event => event.preventDefault()} // the selection in the text stays
      onClick={run}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  );
  const group = 'flex sm:border-s sm:border-hairline sm:ps-1';

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={messages.toolbar}
      aria-describedby={labelledBy}
      aria-controls={controls}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-0.5 border-b border-hairline bg-cream p-0.5"
      onKeyDown={onKeyDown}
    >
      <select
        aria-label={messages.level}
        value={shown.level}
        className="min-h-11 rounded-soft border border-transparent bg-transparent px-2 text-sm hover:border-edge"
        onChange={event => {
          const level = levels.find(one => one === Number(event.target.value));
          const chain = editor.chain().focus();
          (level ? chain.setHeading({ level }) : chain.setParagraph()).run();
        }}
      >
        <option value={0}>{messages.normal}</option>
        {levels.map(level => (
          <option key={level} value={level}>
            {messages.header(level)}
          </option>
        ))}
      </select>
      {groups.map(tools => (
        <span key={tools[0]?.name} className={group}>
          {tools.map(({ name, icon, run }) => button(name, icon, active.includes(name), () => run(editor)))}
        </span>
      ))}
      <span className={group}>
        {button('link', LinkIcon, active.includes('link') || linking, onLink)}
        {button('clear', RemoveFormatting, undefined, () => clear(editor))}
      </span>
    </div>
  );
}
