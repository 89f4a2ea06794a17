import { useEffect, useState } from 'react'

/** A module that is fetched when a person first reaches for it, so that it costs the first load nothing. */
export type LazyModule<T> = { load: () => Promise<T>; loaded: () => T | undefined }

export function lazyModule<T>(fetchChunk: () => Promise<T>): LazyModule<T> {
  let module: T | undefined
  let running: Promise<T> | undefined
  async function fetchOnce(): Promise<T> {
    try {
      module = await fetchChunk()
      return module
    } finally {
      // After a failure (offline, before the worker has it) the next reach tries again.
      running = undefined
    }
  }
  return {
    loaded: () => module,
    load: () => {
      if (module) return Promise.resolve(module)
      running ??= fetchOnce()
      return running
    },
  }
}

/** Starts the fetch on a first sign of intent; a failure is met again, and told, when it is really wanted. */
export function prefetch(module: LazyModule<unknown>): void {
  module.load().catch(() => undefined)
}

/** The part once it is there, fetched as soon as it is wanted; then it stays, for closing animations. */
export function useLazyModule<T>(
  module: LazyModule<T>,
  wanted: boolean,
  onFailure: (error: unknown) => void,
): T | undefined {
  const [ready, setReady] = useState(module.loaded)
  useEffect(() => {
    if (!wanted || ready) return
    let left = false
    module.load().then(
      (loaded) => left || setReady(() => loaded),
      (error) => left || onFailure(error),
    )
    return () => {
      left = true
    }
  }, [module, wanted, ready, onFailure])
  return ready
}
