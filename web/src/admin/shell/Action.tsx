import { type ComponentProps, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';

/** The site's button in the admin's size: many stand on one screen. */
export function Action({ busy, onClick, ...rest }: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);

  // A button at work is disabled, and a disabled button loses focus: it gets it back when the work is done.
  useEffect(() => {
    if (busy) return;
    if (pressed.current && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
    pressed.current = false;
  }, [busy]);

  return (
    <Button
      ref={button}
      busy={busy}
      size="small"
      onClick={event => {
        pressed.current = true;
        onClick?.(event);
      }}
      {...rest}
    />
  );
}
