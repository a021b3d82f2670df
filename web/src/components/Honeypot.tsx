import { honeypotField } from '../lib/submission';
import { useMessages } from '../messages/language';

/** A field for robots: out of sight, out of the tab order, and not for a password manager to fill. */
export function Honeypot() {
  const { forms } = useMessages();
  return (
    <div className="absolute -start-[200vw] h-px w-px overflow-hidden" aria-hidden="true">
      <label>
        {forms.honeypotLabel}
        <input name={honeypotField} tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}
