import { useEffect, useState } from 'react'

/** A module that is loaded on first use, so that it does not slow down the first load. */
export type LazyModule<T> = { load: () => Promise<T>; loaded: () => T | undefined }

export function lazyModule<T>(fetchChunk: () => Promise<T>): LazyModule<T> {
  let module: T | undefined
  let running: Promise<T> | undefined
  async function fetchOnce(): Promise<T> {
    try {
      module = await fetchChunk()
      return module
    } finally {
      // After a failure (offline, before the worker has cached it) the next use retries.
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

/** Prefetches a module; an error is ignored, since the actual use loads it again and reports the error. */
export function prefetch(module: LazyModule<unknown>): void {
  module.load().catch(() => undefined)
}

/** The module once it is loaded. It loads when `wanted` first becomes true and stays, for closing animations. */
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
