/** Runs work for a key; see `createCoalescer`. */
export type Coalesce = (key: string, work: () => Promise<void>) => Promise<void>

interface Run {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * One run of a key at a time. Whoever asks during a run gets one that begins after it, together with all others who
 * asked meanwhile: what had happened by the time of asking is always seen, and a burst costs two runs.
 */
export function createCoalescer(): Coalesce {
  const runs = new Map<string, Run>()
  return function coalesce(key, work) {
    const run = runs.get(key)
    if (run !== undefined) {
      run.next ??= run.running.then(
        () => begin(key, work),
        () => begin(key, work),
      )
      return run.next
    }
    return begin(key, work)
  }

  function begin(key: string, work: () => Promise<void>): Promise<void> {
    const run: Run = { running: Promise.resolve(), next: undefined }
    runs.set(key, run)
    run.running = work().finally(() => {
      if (run.next === undefined) runs.delete(key)
    })
    return run.running
  }
}
