// Whose activity and which part of the website is shown. The choice is kept in the address.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { otherAuthors, readPeople } from '../api/activity';
import { control } from '../fields/FormField';
import { isYou } from '../history/who';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import type { Part } from './parts';

interface Props {
  parts: readonly Part[];
  /** As in the address; empty for all. */
  person: string;
  part: string;
  /** What else is offered beside. */
  children: ReactNode;
}

export function Filters({ parts, person, part, children }: Props) {
  const { activity, history } = useAdminMessages();
  const [, setAddress] = useSearchParams();
  const { data: people = [] } = useQuery({
    queryKey: ['history', 'people'],
    queryFn: ({ signal }) => readPeople(signal),
  });
  const known = people.some(({ id }) => id === person) || otherAuthors.some(author => author === person);

  const choose = (name: string, value: string) => {
    // The address has the choice before this one already; the screen may not show it yet.
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    setAddress(next, { replace: true }); // Going back leaves the screen, as everywhere.
  };

  return (
    <search aria-label={activity.filters} className="mb-6 grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Choice label={activity.person} value={person} onChoose={value => choose('person', value)}>
        <option value="">{activity.everyone}</option>
        {people.map(({ id, email }) => (
          <option key={id} value={id}>
            {isYou({ author_id: id }) ? activity.youAs(email ?? '') : (email ?? history.who.unknown)}
          </option>
        ))}
        {otherAuthors.map(author => (
          <option key={author} value={author}>
            {history.who[author]}
          </option>
        ))}
        {person && !known && <option value={person}>{history.who.unknown}</option>}
      </Choice>
      <Choice label={activity.partLabel} value={part} onChoose={value => choose('part', value)}>
        <option value="">{activity.everything}</option>
        {parts.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Choice>
      <div className="flex flex-wrap items-center justify-end gap-3 sm:col-span-2">
        {(person || part) && (
          <Action variant="outline" onClick={() => setAddress({}, { replace: true })}>
            {activity.clear}
          </Action>
        )}
        {children}
      </div>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChoose(value: string): void;
  children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        className={`${control} min-h-11 w-full`}
        onChange={event => onChoose(event.target.value)}
      >
        {children}
      </select>
    </div>
  );
}
