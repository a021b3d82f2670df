// How many rows a list has, or a search has found. Rows never wait for it: a page brings the number along where that costs
// nothing, and else it is asked for once the rows are there, for all pages together.
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';
import { countRows, isFiltered, type Page, type PageRequest, readPage, type Sought } from '../api/rows';
import { type ListKey, totalKey } from './cache';

export async function readPageOf(list: ListKey, request: PageRequest): Promise<Page> {
  const { total, ...page } = await readPage(list[0], request);
  if (total !== undefined) queryClient.setQueryData(totalKey(list), total);
  return page;
}

interface Shown {
  /** The first page, once it is read. */
  first?: Page;
  /** Another page is on the screen. */
  beyond?: boolean;
}

/** Undefined until it is known. */
export function useTotal(
  list: ListKey,
  sought: Sought,
  { first, beyond = false }: Shown,
): number | undefined {
  const filtered = isFiltered(sought);
  return useQuery({
    queryKey: totalKey(list),
    queryFn: ({ signal }) => countRows(list[0], { ...sought, signal }),
    enabled: beyond || (filtered && first?.more === true),
    // The first page of a whole list has said it, and each change of rows says that it has to be asked for again.
    staleTime: filtered ? 0 : Number.POSITIVE_INFINITY,
  }).data;
}
