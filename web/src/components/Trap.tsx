import { trapField } from '../lib/submission';

/** A field for robots: out of sight, out of the tab order, and not for a password manager to fill. */
export function Trap() {
  return (
    <div className="absolute -start-[200vw] h-px w-px overflow-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input name={trapField} tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}
