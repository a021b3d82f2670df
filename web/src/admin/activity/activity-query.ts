// The lines of the activity in pages, by what they are filtered for.
import { useInfiniteQuery } from '@tanstack/react-query';
import { activityPerPage, type Filter, readActivity } from '../api/activity';
import { textColumns } from './parts';

export function useActivity(filter: Filter) {
  return useInfiniteQuery({
    // With the other answers of the history, so that a save asks for it again.
    queryKey: ['history', 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      readActivity(filter, { texts: textColumns, before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last.length === activityPerPage ? last.at(-1)?.id : undefined),
  });
}
