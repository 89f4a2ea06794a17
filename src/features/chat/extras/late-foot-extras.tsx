import { lazyPart, useLazyPart } from '#ui/lazy-part.ts'
import type { FootExtrasProps } from './foot-extras.tsx'

const part = lazyPart(() => import('./foot-extras.tsx'))
/** Offline before the worker has it: the chat goes on without. */
const without = (error: unknown) => console.debug('A part of the chat did not load', error)

export function LateFootExtras(props: FootExtrasProps) {
  const loaded = useLazyPart(part, true, without)
  return loaded ? <loaded.FootExtras {...props} /> : null
}
