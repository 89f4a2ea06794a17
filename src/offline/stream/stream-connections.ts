import { StreamSilentError } from '#api/errors.ts'
import { STREAM_HEARTBEAT_MS } from '#contract/stream.ts'

type Wake = () => void

const checkpoints = new Set<Wake>()
const waits = new Set<Wake>()
const connections = new Set<{ heardAt: number; drop: () => void }>()

/** By the wall clock, which goes on while a phone sleeps and its timers do not: one heartbeat was missed. */
const DOUBTFUL_MS = STREAM_HEARTBEAT_MS + 5_000

/** Writes the partial text of every answer being written to the database; the page is about to go. */
export function checkpointAnswers(): void {
  for (const checkpoint of checkpoints) checkpoint()
}

/** The page is back: connects lost answers again now, and those of which nothing was heard for too long. */
export function resumeStreams(): void {
  for (const connection of [...connections]) if (Date.now() - connection.heardAt > DOUBTFUL_MS) connection.drop()
  for (const wake of [...waits]) wake()
}

/** The network has changed: a connection over the old one may be dead and never say so, so all are made anew. */
export function reconnectStreams(): void {
  for (const connection of [...connections]) connection.drop()
  resumeStreams()
}

export function onCheckpoint(checkpoint: Wake): () => void {
  checkpoints.add(checkpoint)
  return () => checkpoints.delete(checkpoint)
}

/** A connection in the making or in use; its signal aborts with `outer`, or with StreamSilentError when it is dropped. */
export interface Connection {
  signal: AbortSignal
  /** Something has arrived. */
  heard(): void
  close(): void
}

export function openConnection(outer: AbortSignal): Connection {
  const dropping = new AbortController()
  const drop = () => dropping.abort(new StreamSilentError('The connection is in doubt'))
  const connection = { heardAt: Date.now(), drop }
  connections.add(connection)
  // Not `AbortSignal.any`, which browsers have only since 2024.
  const stop = () => dropping.abort(outer.reason)
  if (outer.aborted) stop()
  else outer.addEventListener('abort', stop)
  return {
    signal: dropping.signal,
    heard: () => {
      connection.heardAt = Date.now()
    },
    close: () => {
      outer.removeEventListener('abort', stop)
      connections.delete(connection)
    },
  }
}

/** Waits, until `resumeStreams` wakes it at the latest; rejects with the signal's reason when aborted. */
export function waitOrWake(ms: number, signal: AbortSignal): Promise<void> {
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
