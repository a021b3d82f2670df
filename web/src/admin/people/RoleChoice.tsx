import { useId } from 'react';
import { useAdminMessages } from '../messages';
import { type Role, roles } from './person';

/** Each role with what it may do; the one that may less stands first. */
export function RoleChoice({ value, onChange }: { value: Role; onChange(role: Role): void }) {
  const { people } = useAdminMessages();
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{people.invite.role}</legend>
      {roles.map(role => (
        <label key={role} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={id}
            value={role}
            checked={value === role}
            aria-describedby={`${id}-${role}`}
            className="mt-1 size-5 shrink-0 accent-emerald"
            onChange={() => onChange(role)}
          />
          <span>
            <span className="block text-sm font-semibold">{people.roles[role]}</span>
            <span id={`${id}-${role}`} className="block text-sm text-ink-soft">
              {people.may[role]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
