// The whole screen for one public page with what is typed and not saved. Save stays in the form.
import { EyeOff, ImageUp, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '../../ui/cn';
import { Spinner } from '../../ui/Spinner';
import { control } from '../fields/FormField';
import type { Field } from '../fields/field';
import { inLabels } from '../fields/labels';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { useClosedByBack, useModal } from '../shell/modal';
import type { PreviewDraft, Reader } from './draft';
import { placeOf, showIn } from './place';
import { fitted, type Room, rememberedWidth, rememberWidth } from './sizes';
import { usePreview } from './use-preview';
import { WidthSwitch } from './WidthSwitch';

export interface PreviewProps {
  /** What would be saved now. */
  drafts(): readonly PreviewDraft[];
  /** By which its place on the page is found: what was just typed first. */
  texts(): readonly string[];
  /** The form's fields, by whose labels a refusal calls them. */
  fields: readonly Field[];
  uploading: boolean;
  /** What it is called, where visitors would not see it. */
  hiddenOne?: string;
}

interface Props extends PreviewProps {
  /** The pages that show it: one at least. */
  pages: readonly Reader[];
  onClose(): void;
}

export function PreviewDialog({ pages, drafts, texts, fields, uploading, hiddenOne, onClose }: Props) {
  const { preview } = useAdminMessages();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  useModal(dialog);
  useClosedByBack(onClose);
  const [page, setPage] = useState(pages[0]);
  const [width, setWidth] = useState(rememberedWidth);
  const room = useRoom(stage);
  const { frame, target, state, again } = usePreview({
    name: `preview${id}`,
    path: page?.path ?? '/',
    drafts,
    uploading,
    onShown: shown => {
      showIn(shown, placeOf(shown, texts()));
      // Escape in the frame is not heard out here.
      shown.addEventListener('keydown', event => event.key === 'Escape' && onClose());
    },
  });
  const size = fitted(width, room ?? { width: innerWidth, height: innerHeight });

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-private`}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden border-0 bg-sand p-0 text-start text-ink backdrop:bg-ink/60 open:flex open:flex-col"
      onCancel={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-hairline bg-surface py-2 ps-4 pe-1 sm:gap-x-4 sm:ps-6 sm:pe-3">
        <h2 id={`${id}-title`} className="text-h4">
          {preview.title}
        </h2>
        {pages.length > 1 && (
          <div className="flex items-center gap-2 text-sm max-md:order-last max-md:w-full max-md:pe-3">
            <label htmlFor={`${id}-page`} className="font-semibold">
              {preview.page}
            </label>
            <select
              id={`${id}-page`}
              className={control}
              value={page?.path}
              onChange={event => setPage(pages.find(({ path }) => path === event.target.value))}
            >
              {pages.map(({ path, name }) => (
                <option key={path} value={path}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <p
          id={`${id}-private`}
          className="min-w-0 flex-1 text-sm text-ink-soft max-md:order-last max-md:basis-full max-md:pe-3 max-md:text-xs"
        >
          {preview.private}
        </p>
        <div className="ms-auto flex items-center gap-1 sm:gap-3">
          <WidthSwitch
            value={width}
            onChange={chosen => {
              setWidth(chosen);
              rememberWidth(chosen);
            }}
          />
          <button
            type="button"
            aria-label={preview.close}
            className="grid size-11 place-items-center rounded-soft hover:bg-sand"
            onClick={onClose}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {uploading && <Note icon={<ImageUp className="size-4" />}>{preview.uploading}</Note>}
        {hiddenOne && <Note icon={<EyeOff className="size-4" />}>{preview.hidden(hiddenOne)}</Note>}
      </header>
      <div
        ref={stage}
        className="relative grid min-h-0 flex-1 grid-cols-[100%] content-start overflow-hidden"
      >
        <iframe
          key={target}
          ref={frame}
          name={target}
          title={preview.frame(page?.name ?? '', preview.widths[width])}
          // Pictures, letters and styles, and nothing that runs.
          sandbox="allow-same-origin"
          hidden={state.kind === 'refused' || state.kind === 'failed'}
          className={cn(
            'origin-top justify-self-center bg-surface',
            size.top > 0 && 'rounded-soft outline outline-hairline',
          )}
          style={{
            marginBlockStart: size.top,
            width: size.width,
            height: size.height,
            transform: `scale(${size.scale})`,
          }}
        />
        {state.kind === 'loading' && (
          <div className="absolute inset-0 grid place-items-center bg-sand/80 text-emerald">
            <Spinner label={preview.loading} />
          </div>
        )}
        <p role="status" className="sr-only">
          {state.kind === 'shown' && preview.ready}
        </p>
        {(state.kind === 'refused' || state.kind === 'failed') && (
          <div role="alert" className="absolute inset-0 grid place-items-center overflow-y-auto p-4">
            <div className="w-full max-w-md rounded-soft border border-hairline bg-surface p-6 text-center sm:p-8">
              <TriangleAlert className="mx-auto size-6 text-danger" aria-hidden="true" />
              <h3 className="mt-3 text-h4">{state.kind === 'refused' ? preview.refused : preview.failed}</h3>
              <p className="mt-2">{inLabels(state.words, fields)}</p>
              <p className="mt-2 text-sm text-ink-soft">
                {state.kind === 'refused' ? preview.refusedHelp : preview.kept}
              </p>
              {state.kind === 'failed' && <Again onAgain={again} />}
            </div>
          </div>
        )}
      </div>
    </dialog>
  );
}

function Again({ onAgain }: { onAgain(): void }) {
  const { tryAgain } = useAdminMessages().shell;
  return (
    <Action variant="outline" className="mt-5" onClick={onAgain}>
      {tryAgain}
    </Action>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <p
      role="status"
      className="order-last flex basis-full items-center gap-2 pe-3 text-sm"
      aria-live="polite"
    >
      <span className="shrink-0 text-emerald" aria-hidden="true">
        {icon}
      </span>
      {children}
    </p>
  );
}

/** How large an element is, also after the phone was turned. */
function useRoom(element: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setRoom({ width: current.clientWidth, height: current.clientHeight });
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [element]);
  return room;
}
