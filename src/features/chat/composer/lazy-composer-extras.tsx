import { useSyncExternalStore } from 'react'
import { appStored } from '#lib/lazy/app-stored.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import type { ComposerExtrasProps } from './composer-extras.tsx'

const part = lazyModule(() => import('./composer-extras.tsx'))
/** Offline, the chunk may not be in the cache yet: the chat works without it. */
const without = (error: unknown) => logHandled('A part of the chat did not load', error)

/** Loads `ComposerExtras` as a separate chunk: once the app is stored, or with the first answer, which uses tokens. */
export function LazyComposerExtras(props: ComposerExtrasProps) {
  const isStored = useSyncExternalStore(appStored.subscribe, appStored.get)
  const loaded = useLazyModule(part, isStored || props.answering, without)
  return loaded ? <loaded.ComposerExtras {...props} /> : null
}
