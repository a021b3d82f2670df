// A rich text that becomes an editor when it is needed: when it comes near the screen or is given focus, and otherwise when
// the browser has nothing else to do, unless there are many. Until then its words are shown, so that a screen with many
// texts opens quickly on a cheap phone.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { plainText } from '../../lib/rich-text';
import { useAdminMessages } from '../messages';

// The editor is the heaviest part of the admin; screens without rich text do not load it.
const RichInput = lazy(() => import('../rich-text/RichInput'));

/** Beyond this many on a screen, an editor that nobody looks at is not made at all. */
const maxIdle = 10;

const waiting = new Set<() => void>();

function whenIdle(run: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 200);
}

function makeNext() {
  const [next] = waiting;
  if (!next || waiting.size > maxIdle) return;
  waiting.delete(next);
  next();
}

interface Props {
  labelledBy: string;
  describedBy?: string;
  value: string;
  onChange(html: string): void;
}

export function RichTextInput(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [needed, setNeeded] = useState<false | 'shown' | 'focused'>(false);

  useEffect(() => {
    if (!frame.current || needed) return;
    const make = () => setNeeded('shown');
    const observer = new IntersectionObserver(
      seen => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) make();
      },
      { rootMargin: '300px' },
    );
    observer.observe(frame.current);
    waiting.add(make);
    whenIdle(makeNext);
    return () => {
      waiting.delete(make);
      observer.disconnect();
      whenIdle(makeNext);
    };
  }, [needed]);

  const reading = (
    <Reading labelledBy={props.labelledBy} value={props.value} onFocus={() => setNeeded('focused')} />
  );
  return (
    <div ref={frame}>
      {needed ? (
        <Suspense fallback={reading}>
          <RichInput {...props} focused={needed === 'focused'} />
        </Suspense>
      ) : (
        reading
      )}
    </div>
  );
}

interface ReadingProps {
  labelledBy: string;
  value: string;
  onFocus(): void;
}

function Reading({ labelledBy, value, onFocus }: ReadingProps) {
  const { editText } = useAdminMessages().fields;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it turns into the editor, which no element of HTML is
    <div
      role="textbox"
      tabIndex={0}
      dir="auto"
      aria-labelledby={labelledBy}
      aria-multiline="true"
      aria-readonly="true"
      title={editText}
      className="line-clamp-6 min-h-36 rounded-soft border border-edge bg-surface p-3"
      onFocus={onFocus}
    >
      {plainText(value)}
    </div>
  );
}
