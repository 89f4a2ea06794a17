import { whenIdle } from '#lib/when-idle.ts'
import { lazyPart, useLazyPart } from '#ui/lazy-part.ts'
import type { FootExtrasProps } from './foot-extras.tsx'

/** Behind the first messages and the composer, which share the browser's one thread with it. */
const WITHIN_MS = 1_000

const part = lazyPart(async () => {
  await whenIdle(WITHIN_MS)
  return import('./foot-extras.tsx')
})
/** Offline before the worker has it: the chat goes on without. */
const without = (error: unknown) => console.debug('A part of the chat did not load', error)

export function LateFootExtras(props: FootExtrasProps) {
  const loaded = useLazyPart(part, true, without)
  return loaded ? <loaded.FootExtras {...props} /> : null
}
