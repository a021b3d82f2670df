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

interface Tool {
  name: string;
  title: string;
  icon: LucideIcon;
  /** The mark or node that shows the button as pressed. */
  shows?: string;
  run(editor: Editor): void;
}

const groups: Tool[][] = [
  [
    {
      name: 'Bold',
      title: 'Bold (Ctrl+B)',
      icon: Bold,
      shows: 'bold',
      run: e => e.chain().focus().toggleBold().run(),
    },
    {
      name: 'Italic',
      title: 'Italic (Ctrl+I)',
      icon: Italic,
      shows: 'italic',
      run: e => e.chain().focus().toggleItalic().run(),
    },
    {
      name: 'Underline',
      title: 'Underline (Ctrl+U)',
      icon: Underline,
      shows: 'underline',
      run: e => e.chain().focus().toggleUnderline().run(),
    },
    {
      name: 'Strike',
      title: 'Strike (Ctrl+Shift+S)',
      icon: Strikethrough,
      shows: 'strike',
      run: e => e.chain().focus().toggleStrike().run(),
    },
  ],
  [
    {
      name: 'Ordered list',
      title: 'Ordered list (Ctrl+Shift+7)',
      icon: ListOrdered,
      shows: 'orderedList',
      run: e => e.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'Bullet list',
      title: 'Bullet list (Ctrl+Shift+8)',
      icon: List,
      shows: 'bulletList',
      run: e => e.chain().focus().toggleBulletList().run(),
    },
  ],
];

const clear = (editor: Editor) => editor.chain().focus().unsetAllMarks().clearNodes().run();

const levels = [1, 2, 3] as const;
const names = groups.flat().map(tool => tool.shows ?? '');

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
  const bar = useRef<HTMLDivElement>(null);
  const shown = useShown(editor);
  const active = shown.active.split(' ');

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('select, button') ?? [])];
    const at = stops.indexOf(event.target as HTMLElement);
    const next = stops[(at + step + stops.length) % stops.length];
    event.preventDefault();
    for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1;
    next?.focus();
  }

  const button = (tool: Omit<Tool, 'run' | 'shows'>, pressed: boolean | undefined, run: () => void) => (
    <button
      key={tool.name}
      type="button"
      tabIndex={-1}
      aria-label={tool.name}
      aria-pressed={pressed}
      title={tool.title}
      className="grid size-10 place-items-center rounded-soft text-ink-soft hover:bg-emerald-tint hover:text-ink aria-pressed:bg-emerald aria-pressed:text-cream"
      onMouseDown={event => event.preventDefault()} // the selection in the text stays
      onClick={run}
    >
      <tool.icon className="size-4.5" aria-hidden="true" />
    </button>
  );

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-describedby={labelledBy}
      aria-controls={controls}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-0.5 border-b border-hairline bg-cream p-1"
      onKeyDown={onKeyDown}
    >
      <select
        aria-label="Header level"
        value={shown.level}
        className="min-h-10 rounded-soft border border-transparent bg-transparent px-2 text-sm hover:border-edge"
        onChange={event => {
          const level = levels.find(one => one === Number(event.target.value));
          const chain = editor.chain().focus();
          (level ? chain.setHeading({ level }) : chain.setParagraph()).run();
        }}
      >
        <option value={0}>Normal</option>
        {levels.map(level => (
          <option key={level} value={level}>
            Header {level}
          </option>
        ))}
      </select>
      {groups.map(tools => (
        <span key={tools[0]?.name} className="flex gap-0.5 sm:border-l sm:border-hairline sm:pl-1">
          {tools.map(tool => button(tool, active.includes(tool.shows ?? ''), () => tool.run(editor)))}
        </span>
      ))}
      <span className="flex gap-0.5 sm:border-l sm:border-hairline sm:pl-1">
        {button(
          { name: 'Link', title: 'Link (Ctrl+K)', icon: LinkIcon },
          active.includes('link') || linking,
          onLink,
        )}
        {button(
          { name: 'Clear formatting', title: 'Clear formatting', icon: RemoveFormatting },
          undefined,
          () => clear(editor),
        )}
      </span>
    </div>
  );
}
