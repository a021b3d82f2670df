// One preview after another, each in a frame of its own: a second post into the same frame would be a step of the browser's
// history, and Back would lead through old drafts.
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../api/errors';
import { currentToken, renewedToken } from '../api/session-clients';
import { useAdminMessages } from '../messages';
import type { PreviewDraft } from './draft';
import { arrivedIn, post } from './post';

export type PreviewState =
  | { kind: 'loading' | 'shown' }
  /** By what is wrong with the draft, or by what came in between. */
  | { kind: 'refused' | 'failed'; words: string };

/** Longer than the server takes at most. */
const maxWait = 40_000;
/** How often a frame is looked into, until the text is there: pictures may take much longer. */
const lookEvery = 100;

interface Options {
  /** Begins the names of the frames. */
  name: string;
  path: string;
  drafts(): readonly PreviewDraft[];
  /** A picture that has arrived since is shown. */
  uploading: boolean;
  onShown(shown: Document): void;
}

export function usePreview({ name, path, drafts, uploading, onShown }: Options) {
  const { preview, shell } = useAdminMessages();
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState({ number: 0, renewed: false });
  const target = `${name}${attempt.number}${path}${uploading ? '-before' : ''}`;
  const [answer, setAnswer] = useState<{ of: string; state: PreviewState }>();
  const state: PreviewState = answer?.of === target ? answer.state : { kind: 'loading' };
  const latest = useRef({ drafts, onShown });
  latest.current = { drafts, onShown };

  const settle = (state: PreviewState) => setAnswer({ of: target, state });
  const fail = (words: string) => settle({ kind: 'failed', words });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one post for each frame
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const ended = new AbortController();
    const { signal } = ended;

    function look(loaded: boolean) {
      const shown = element?.contentDocument;
      const arrived = element && arrivedIn(element);
      if (signal.aborted || !arrived || (!loaded && !isDrawn(shown))) return;
      // Half a document, or what the browser shows in place of one: only the end of loading tells.
      if (arrived.kind === 'nothing' && !loaded) return;
      ended.abort();
      if (arrived.kind === 'shown') {
        settle({ kind: 'shown' });
        if (shown) latest.current.onShown(shown);
      } else if (arrived.kind === 'refused' || arrived.kind === 'failed') settle(arrived);
      else if (arrived.kind === 'busy') fail(preview.busy);
      else if (arrived.kind === 'nothing') fail(shell.errors.unreachable);
      // Once more with a new token, as every other call does.
      else if (!attempt.renewed) setAttempt({ number: attempt.number + 1, renewed: true });
      else fail(shell.errors.sessionEnded);
    }

    const token = attempt.renewed ? renewedToken() : currentToken();
    token.then(
      good => signal.aborted || post(target, good, path, latest.current.drafts()),
      error => signal.aborted || fail(errorMessage(error)),
    );
    element.addEventListener('load', () => look(true), { signal });
    const looking = setInterval(() => look(false), lookEvery);
    const late = setTimeout(() => {
      ended.abort();
      fail(shell.errors.unreachable);
    }, maxWait);
    const stop = () => {
      clearInterval(looking);
      clearTimeout(late);
    };
    signal.addEventListener('abort', stop);
    return () => ended.abort();
  }, [target]);

  const again = () => setAttempt({ number: attempt.number + 1, renewed: false });
  return { frame, target, state, again };
}

function isDrawn(shown: Document | null | undefined): boolean {
  return !!shown && shown.readyState !== 'loading'; // its style came with it
}
