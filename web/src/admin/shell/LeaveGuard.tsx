// Asks before unsaved work is left behind: by a link, by the back button, by closing the tab.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { anyUnsaved, forgetUnsaved } from '../edit/open-editors';
import { ask } from './question';

export function askToLeave(): Promise<boolean> {
  return ask({
    title: 'Leave without saving?',
    text: 'There are changes on this screen that are not saved. If you leave now, they are lost.',
    yes: 'Leave without saving',
    no: 'Stay here',
  });
}

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      // A session that ended leads to the sign-in; the drafts wait and come back after it.
      nextLocation.pathname !== '/admin/login' &&
      anyUnsaved(),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time that leaving is held up
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    askToLeave().then(leave => {
      if (!leave) return blocker.reset();
      forgetUnsaved();
      blocker.proceed();
    });
  }, [blocker.state]);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (anyUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, []);

  return null;
}
