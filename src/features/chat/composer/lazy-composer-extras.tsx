import { lazyPart, useLazyPart } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import type { FootExtrasProps } from './composer-extras.tsx'

const part = lazyPart(() => import('./composer-extras.tsx'))
/** Offline before the worker has it: the chat goes on without. */
const without = (error: unknown) => logHandled('A part of the chat did not load', error)

/** `FootExtras` in a chunk of its own, fetched behind the page: the first sight of a chat does not need it. */
export function LateFootExtras(props: FootExtrasProps) {
  const loaded = useLazyPart(part, true, without)
  return loaded ? <loaded.FootExtras {...props} /> : null
}
