import { useQuery } from '@tanstack/react-query';
import { isOrderedByHand } from '../api/order';
import { useAdminMessages } from '../messages';
import type { EditableList } from '../resources/resource';

/** Says in which order visitors see a list; nothing until it is known whether staff have placed any of it. */
export function PublicOrder({ resource: { table, publicOrder } }: { resource: EditableList }) {
  const texts = useAdminMessages().lists.publicOrder;
  const { data: isByHand } = useQuery({
    queryKey: [table, 'by-hand'],
    queryFn: ({ signal }) => isOrderedByHand(table, signal),
    enabled: publicOrder !== undefined,
  });
  if (!publicOrder || isByHand === undefined) return null;
  return <> {isByHand ? texts.byHand : texts[publicOrder]}</>;
}
