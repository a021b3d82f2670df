// What staff note beside what visitors sent: whether that is switched on, and the choice of those with one status.
import { useId } from 'react';
import { useFeatures } from '../api/features';
import { control } from '../fields/FormField';
import { useAdminMessages } from '../messages';
import { columnOf, type FollowUp, type ReadOnlyList } from '../resources/resource';

export function useFollowUp(resource: ReadOnlyList): FollowUp | undefined {
  const features = useFeatures();
  const { followUp } = resource;
  return followUp && features[followUp.switch] === true ? followUp : undefined;
}

export function statusesOf(resource: ReadOnlyList, followUp: FollowUp): readonly string[] {
  return columnOf(resource.table, followUp.status).oneOf ?? [];
}

interface Props {
  resource: ReadOnlyList;
  followUp: FollowUp;
  /** Empty for all. */
  value: string;
  onChange(value: string): void;
}

export function StatusFilter({ resource, followUp, value, onChange }: Props) {
  const { followUp: texts } = useAdminMessages().lists;
  const id = useId();
  return (
    <div className="mb-5 flex items-center gap-3">
      <label htmlFor={id} className="text-sm font-semibold">
        {texts.filter}
      </label>
      <select
        id={id}
        className={`${control} w-auto!`}
        value={value}
        onChange={event => onChange(event.target.value)}
      >
        <option value="">{texts.all}</option>
        {statusesOf(resource, followUp).map(status => (
          <option key={status} value={status}>
            {texts.statuses[status] ?? status}
          </option>
        ))}
      </select>
    </div>
  );
}
