import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import type { ComposerExtrasProps } from './composer-extras.tsx'

const part = lazyModule(() => import('./composer-extras.tsx'))
/** Offline, the chunk may not be in the cache yet: the chat works without it. */
const without = (error: unknown) => logHandled('A part of the chat did not load', error)

/** Loads `ComposerExtras` as a separate chunk after the page, because the first paint of a chat does not need it. */
export function LazyComposerExtras(props: ComposerExtrasProps) {
  const loaded = useLazyModule(part, true, without)
  return loaded ? <loaded.ComposerExtras {...props} /> : null
}
