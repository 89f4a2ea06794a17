import { QueryClient } from '@tanstack/react-query'

/** One for the whole app (specification, section 7: no refetch on window focus, one retry). */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline too: the worker may have the answer, and where nobody has, an error says so instead of an endless wait.
    queries: { refetchOnWindowFocus: false, retry: 1, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})
