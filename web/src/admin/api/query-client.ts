// What the admin has read from the server: kept while screens change, asked for again when a screen opens, retried when
// the connection failed, and forgotten when somebody signs out. A failure is told by the notice that the query names.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { notify } from '../../lib/notices';
import { ApiError, errorMessage } from './errors';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failed?: string };
    mutationMeta: { failed?: string };
  }
}

const retries = 2;
/** No answer at all, or one of a server that is starting, busy or behind a broken gateway. */
const passing = [0, 502, 503, 504];

function tell(title: string | undefined, error: unknown) {
  if (title) notify({ title, description: errorMessage(error), destructive: true });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tell(query.meta?.failed, error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => tell(mutation.meta?.failed, error),
  }),
  defaultOptions: {
    queries: {
      // A request that fails offline says so at once instead of waiting for a network that may never come.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) =>
        failures < retries && error instanceof ApiError && passing.includes(error.status),
      retryDelay: failures => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
});
