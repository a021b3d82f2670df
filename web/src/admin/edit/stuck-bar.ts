// Of several forms on one screen only one keeps its save bar in sight: the first that is not scrolled past. The others have
// theirs at their end.
import { type RefObject, useEffect, useState } from 'react';

/** A form whose end is above this line is scrolled past; the phone's own bar is as high. */
const line = 72;

const forms = new Map<Element, { ahead: boolean; setStuck(stuck: boolean): void }>();

function choose() {
  const inOrder = [...forms].sort(([one], [other]) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const first = inOrder.find(([, { ahead }]) => ahead)?.[0];
  for (const [element, { setStuck }] of inOrder) setStuck(element === first);
}

export function useStuckBar(form: RefObject<HTMLElement | null>): boolean {
  const [stuck, setStuck] = useState(false);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const entry = { ahead: true, setStuck };
    forms.set(element, entry);
    const observer = new IntersectionObserver(
      seen => {
        entry.ahead = seen.at(-1)?.isIntersecting ?? true;
        choose();
      },
      { rootMargin: `-${line}px 0px 1000000px 0px` },
    );
    observer.observe(element);
    choose();
    return () => {
      observer.disconnect();
      forms.delete(element);
      choose();
    };
  }, [form]);

  return stuck;
}
