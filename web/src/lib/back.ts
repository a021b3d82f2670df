// The phone's Back closes what lies over the page before it leaves the page. What is open has an entry of its own in the
// history, with the page's address. However it is closed, that entry goes: by Back itself, by going back in its place, or,
// when a link inside was followed, by the new page taking it over (see navigation.ts).
import { useEffect, useEffectEvent } from 'react';

let closeTop: (() => void) | undefined;
/** We are going back ourselves, and the browser has not arrived yet. */
let leaving = false;

/** Whether the current entry of the history is that of something over the page. */
export const isOver = () => Boolean(history.state?.over);

function put() {
  if (!isOver()) history.pushState({ ...history.state, over: true }, '');
}

function onBack() {
  if (!leaving) return closeTop?.();
  leaving = false;
  // Something was opened again in the meantime.
  if (closeTop) put();
}

/** Called once, when the app starts. A reload has closed what was open, and its entry is left behind. */
export function beginBack() {
  addEventListener('popstate', onBack);
  leaveOver();
}

/** Goes back to the page's own entry, unless something was opened by then. */
function leaveOver() {
  if (closeTop || leaving || !isOver()) return;
  leaving = true;
  history.back();
}

export function useBackToClose(open: boolean, close: () => void) {
  const end = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const own = () => end();
    closeTop = own;
    put();
    return () => {
      if (closeTop === own) closeTop = undefined;
      setTimeout(leaveOver);
    };
  }, [open]);
}
