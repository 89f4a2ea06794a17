import { useSyncExternalStore } from 'react'
import { appStored } from '#lib/lazy/app-stored.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import type { ComposerExtrasProps } from './composer-extras.tsx'

const part = lazyModule(() => import('./composer-extras.tsx'))

/** Loads `ComposerExtras` as a separate chunk: once the app is stored, or with the first answer, which uses tokens. */
export function LazyComposerExtras(props: ComposerExtrasProps) {
  const isStored = useSyncExternalStore(appStored.subscribe, appStored.get)
  const loaded = useLazyModule(part, isStored || props.answering, logMissingChunk)
  return loaded ? <loaded.ComposerExtras {...props} /> : null
}
