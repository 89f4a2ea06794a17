export type Coalesce = (key: string, work: () => Promise<void>) => Promise<void>

interface Run {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * Single flight for each key: a call during a run shares one following run with all other such calls. So each call gets
 * a run that began after it, and a burst costs two runs.
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
