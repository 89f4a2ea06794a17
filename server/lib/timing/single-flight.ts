export interface SingleFlight {
  /** Starts a run, or another one after the current one: every request is followed by a run that begins after it. */
  request(): void
  /** Starts no more runs and waits for the current one. */
  stop(): Promise<void>
}

/** One run of `work` at a time (single flight), however often it is requested. `work` handles its errors. */
export function createSingleFlight(work: () => Promise<void>): SingleFlight {
  let isRequested = false
  let isStopped = false
  let current: Promise<void> | undefined

  async function run(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false
      await work()
    }
    current = undefined
  }

  return {
    request() {
      isRequested = true
      if (!isStopped) current ??= run()
    },
    async stop() {
      isStopped = true
      await current
    },
  }
}
