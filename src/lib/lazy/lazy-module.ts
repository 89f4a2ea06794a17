import { useEffect, useState } from 'react'

/** A module that is fetched when a person first reaches for it, so that it costs the first load nothing. */
export type LazyPart<T> = { load: () => Promise<T>; loaded: () => T | undefined }

export function lazyPart<T>(fetchPart: () => Promise<T>): LazyPart<T> {
  let part: T | undefined
  let running: Promise<T> | undefined
  async function fetchOnce(): Promise<T> {
    try {
      part = await fetchPart()
      return part
    } finally {
      // After a failure (offline, before the worker has it) the next reach tries again.
      running = undefined
    }
  }
  return {
    loaded: () => part,
    load: () => {
      if (part) return Promise.resolve(part)
      running ??= fetchOnce()
      return running
    },
  }
}

/** Starts the fetch on a first sign of intent; a failure is met again, and told, when it is really wanted. */
export function warm(part: LazyPart<unknown>): void {
  part.load().catch(() => undefined)
}

/** The part once it is there, fetched as soon as it is wanted; then it stays, for closing animations. */
export function useLazyPart<T>(part: LazyPart<T>, wanted: boolean, onFailure: (error: unknown) => void): T | undefined {
  const [ready, setReady] = useState(part.loaded)
  useEffect(() => {
    if (!wanted || ready) return
    let left = false
    part.load().then(
      (loaded) => left || setReady(() => loaded),
      (error) => left || onFailure(error),
    )
    return () => {
      left = true
    }
  }, [part, wanted, ready, onFailure])
  return ready
}
