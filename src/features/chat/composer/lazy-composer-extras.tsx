import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import type { ComposerExtrasProps } from './composer-extras.tsx'

const part = lazyModule(() => import('./composer-extras.tsx'))
/** Offline before the worker has it: the chat goes on without. */
const without = (error: unknown) => logHandled('A part of the chat did not load', error)

/** `ComposerExtras` in a chunk of its own, fetched behind the page: the first sight of a chat does not need it. */
export function LazyComposerExtras(props: ComposerExtrasProps) {
  const loaded = useLazyModule(part, true, without)
  return loaded ? <loaded.ComposerExtras {...props} /> : null
}
