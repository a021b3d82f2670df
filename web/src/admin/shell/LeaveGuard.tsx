// Asks before unsaved work is left behind: by a link, by the back button, by closing the tab. While a question or a dialog
// is open, going back closes it and nothing else, so that no answer is ever given on another screen.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { notify } from '../../lib/notices';
import { queryClient } from '../api/query-client';
import { anyUnsaved, forgetUnsaved, saveAll } from '../edit/open-editors';
import { adminMessages } from '../messages';
import { closeDialog, isDialogOpen } from './modal';
import { choose, closeQuestion, isAsking } from './question';

/** Whether the person may leave: nothing is unsaved any more, or it may be lost. */
export async function mayLeave(): Promise<boolean> {
  const { title, text, leave, save, stay, notSaved } = adminMessages().shell.leave;
  const choice = await choose({
    title,
    text,
    choices: [
      { name: 'stay', label: stay, variant: 'outline' },
      { name: 'leave', label: leave, variant: 'danger' },
      { name: 'save', label: save, variant: 'primary' },
    ],
  });
  if (choice !== 'save') return choice === 'leave';
  const saved = await saveAll();
  if (!saved) notify({ ...notSaved, destructive: true });
  // The next screen, and the menu, show what was saved on this one.
  else queryClient.invalidateQueries({ queryKey: ['website_content'] });
  return saved;
}

let reloading = false;

/** The page is about to reload by itself, with all drafts kept: nobody needs to be asked. */
export function expectReload() {
  reloading = true;
}

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAsking() ||
      // A session that ended leads to the sign-in; the drafts wait and come back after it.
      (nextLocation.pathname !== '/admin/login' &&
        (isDialogOpen() || (currentLocation.pathname !== nextLocation.pathname && anyUnsaved()))),
  );
  const { location } = blocker;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each attempt to leave
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (closeQuestion() || closeDialog()) return blocker.reset();
    mayLeave().then(leave => {
      if (!leave) return blocker.reset();
      forgetUnsaved();
      blocker.proceed();
    });
  }, [blocker.state, location]);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!reloading && anyUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, []);

  return null;
}
