import { QueryClient } from '@tanstack/react-query'

/** One for the whole app (specification, section 7: no refetch on window focus, one retry). */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1 } },
})
