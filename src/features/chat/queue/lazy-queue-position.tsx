import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'

const queuePosition = lazyModule(() => import('./queue-position.tsx'))
const without = (error: unknown) => logHandled('The place of a waiting answer did not load', error)

/** The place of an answer for which the server has no room yet; nothing for any other. */
export function LazyQueuePosition({ before }: { before: number | null }) {
  const loaded = useLazyModule(queuePosition, before !== null, without)
  return before !== null && loaded ? <loaded.QueuePosition before={before} /> : null
}
