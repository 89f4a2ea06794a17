type Wake = () => void

const checkpoints = new Set<Wake>()
const waits = new Set<Wake>()

/** Writes the partial text of every answer being written to the database; the page is about to go. */
export function checkpointAnswers(): void {
  for (const checkpoint of checkpoints) checkpoint()
}

/** Connects lost answers again now: the network or the page is back. */
export function hastenTails(): void {
  for (const wake of [...waits]) wake()
}

export function onCheckpoint(checkpoint: Wake): () => void {
  checkpoints.add(checkpoint)
  return () => checkpoints.delete(checkpoint)
}

/** Waits, shorter when hastened; rejects with the signal's reason when aborted. */
export function waitOrHasten(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      waits.delete(wake)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const wake = end(resolve)
    const stop = end(() => reject(signal.reason))
    const timer = setTimeout(wake, ms)
    if (signal.aborted) return stop()
    waits.add(wake)
    signal.addEventListener('abort', stop)
  })
}
