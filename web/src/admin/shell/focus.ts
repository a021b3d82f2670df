import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Whether somebody is already at work in it: then focus stays where it is. */
export function hasFocus(frame: RefObject<HTMLElement | null>, selector: string): boolean {
  return frame.current?.querySelector(selector)?.contains(document.activeElement) ?? false;
}

/** Moves focus to the first of these selectors that is there, once what was just changed has been drawn. */
export function useFocus(frame: RefObject<HTMLElement | null>) {
  const [wish, setWish] = useState<string[]>();
  useEffect(() => {
    const found = wish?.map(selector => frame.current?.querySelector<HTMLElement>(selector)).find(Boolean);
    found?.focus();
    if (found instanceof HTMLInputElement && found.type === 'text') found.select();
  }, [wish, frame]);
  return useCallback((...selectors: string[]) => setWish(selectors), []);
}
