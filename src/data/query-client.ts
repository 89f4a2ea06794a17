import { onlineManager, QueryClient } from '@tanstack/react-query'

// It only follows changes, and takes a page that opens without a network for one with: the return would be no news.
onlineManager.setOnline(navigator.onLine !== false)

/** One for the whole app: no refetch on window focus, one retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Offline too: the worker may have the answer, and where nobody has, an error says so instead of an endless wait.
    queries: { refetchOnWindowFocus: false, retry: 1, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})

// Components are given the client and not the provider, which would do this: the network's return is followed.
queryClient.mount()
