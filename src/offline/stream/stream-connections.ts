import { StreamSilentError } from '#api/errors.ts'
import { STREAM_HEARTBEAT_MS } from '#contract/stream.ts'

type Wake = () => void

const checkpoints = new Set<Wake>()
const waits = new Set<Wake>()
const lines = new Set<{ heardAt: number; drop: () => void }>()

/** By the wall clock, which goes on while a phone sleeps and its timers do not: one heartbeat was missed. */
const DOUBTFUL_MS = STREAM_HEARTBEAT_MS + 5_000

/** Writes the partial text of every answer being written to the database; the page is about to go. */
export function checkpointAnswers(): void {
  for (const checkpoint of checkpoints) checkpoint()
}

/** The page is back: connects lost answers again now, and those of which nothing was heard for too long. */
export function hastenTails(): void {
  for (const line of [...lines]) if (Date.now() - line.heardAt > DOUBTFUL_MS) line.drop()
  for (const wake of [...waits]) wake()
}

/** The network has changed: a connection over the old one may be dead and never say so, so all are made anew. */
export function reconnectTails(): void {
  for (const line of [...lines]) line.drop()
  hastenTails()
}

export function onCheckpoint(checkpoint: Wake): () => void {
  checkpoints.add(checkpoint)
  return () => checkpoints.delete(checkpoint)
}

/** A connection in the making or in use; its signal aborts with `outer`, or with StreamSilentError when it is dropped. */
export interface Line {
  signal: AbortSignal
  /** Something has arrived. */
  heard(): void
  close(): void
}

export function openLine(outer: AbortSignal): Line {
  const dropping = new AbortController()
  const drop = () => dropping.abort(new StreamSilentError('The connection is in doubt'))
  const line = { heardAt: Date.now(), drop }
  lines.add(line)
  // Not `AbortSignal.any`, which browsers have only since 2024.
  const stop = () => dropping.abort(outer.reason)
  if (outer.aborted) stop()
  else outer.addEventListener('abort', stop)
  return {
    signal: dropping.signal,
    heard: () => {
      line.heardAt = Date.now()
    },
    close: () => {
      outer.removeEventListener('abort', stop)
      lines.delete(line)
    },
  }
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
