import { onlineManager, QueryClient } from '@tanstack/react-query'

// `onlineManager` only follows events and assumes an online start: a page that starts offline would miss the change.
onlineManager.setOnline(navigator.onLine !== false)

/** The app's query client: no refetch on window focus, one retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Queries run offline too: the service worker may have the response, and otherwise an error ends the loading.
    queries: { refetchOnWindowFocus: false, retry: 1, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
})

// Components receive the client without QueryClientProvider, which would call this; it starts following the network.
queryClient.mount()

/** The key of the query for the second step, which a confirmation by a recovery code outdates. */
export const SECOND_FACTOR_KEY = 'second-factor'
