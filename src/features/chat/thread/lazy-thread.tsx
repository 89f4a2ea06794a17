import { useEffect } from 'react'
import { lazyModule, prefetch, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { prefetchWhenStored } from '#lib/lazy/prefetch-when-stored.ts'
import { ChatSkeleton } from '../screen/chat-skeleton.tsx'
import type { ThreadProps } from './thread.tsx'

/** The rows of a chat and all that renders and follows them, which an empty chat does not need. */
const thread = lazyModule(() => loadInBackground(() => import('./thread.tsx')))

/** Resolves when messages can be rendered. */
export const loadThread = thread.load

/** Fetches the code before the first message is sent. */
export const prefetchThread = () => prefetch(thread)

/** Loads the thread's code when the user begins to write, and once the service worker has stored the app. */
export function usePrefetchedThread(): void {
  useEffect(() => {
    document.addEventListener('input', prefetchThread, { once: true })
    prefetchWhenStored(thread)
    return () => document.removeEventListener('input', prefetchThread)
  }, [])
}

/** The messages of a chat; a placeholder until their code is there. */
export function LazyThread(props: ThreadProps) {
  const loaded = useLazyModule(thread, true, reportError)
  return loaded ? <loaded.Thread {...props} /> : <ChatSkeleton />
}
