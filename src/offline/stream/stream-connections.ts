import { StreamSilentError } from '#api/errors.ts'
import { STREAM_HEARTBEAT_MS } from '#contract/stream.ts'

type Wake = () => void

const checkpoints = new Set<Wake>()
const waits = new Set<Wake>()
const connections = new Set<{ heardAt: number; drop: () => void }>()

/** After this silence one heartbeat was missed. By wall clock, since timers stop while a phone sleeps. */
const DOUBTFUL_MS = STREAM_HEARTBEAT_MS + 5_000

/** Stores the partial text of every streaming answer, because the page may be closed. */
export function checkpointAnswers(): void {
  for (const checkpoint of checkpoints) checkpoint()
}

/** The page is visible again: reconnects lost streams now, and those that were silent for too long. */
export function resumeStreams(): void {
  for (const connection of [...connections]) if (Date.now() - connection.heardAt > DOUBTFUL_MS) connection.drop()
  for (const wake of [...waits]) wake()
}

/** The network has changed: connections over the old one may be dead without an error, so all are replaced. */
export function reconnectStreams(): void {
  for (const connection of [...connections]) connection.drop()
  resumeStreams()
}

export function onCheckpoint(checkpoint: Wake): () => void {
  checkpoints.add(checkpoint)
  return () => checkpoints.delete(checkpoint)
}

/** A connection that is opening or open; its signal aborts with `outer`, or by StreamSilentError when dropped. */
export interface Connection {
  signal: AbortSignal
  /** Records that data has arrived. */
  heard(): void
  close(): void
}

export function openConnection(outer: AbortSignal): Connection {
  const controller = new AbortController()
  const drop = () => controller.abort(new StreamSilentError('The connection is in doubt'))
  const connection = { heardAt: Date.now(), drop }
  connections.add(connection)
  // `AbortSignal.any` is too new: browsers have it since 2024.
  const stop = () => controller.abort(outer.reason)
  if (outer.aborted) stop()
  else outer.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    heard: () => {
      connection.heardAt = Date.now()
    },
    close: () => {
      outer.removeEventListener('abort', stop)
      connections.delete(connection)
    },
  }
}

/**
 * Waits `ms`, or until `resumeStreams` or `reconnectStreams`. Resolves with whether it was one of those; rejects with
 * the signal's reason when aborted.
 */
export function waitOrWake(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      waits.delete(wake)
      signal.removeEventListener('abort', stop)
      settle()
    }
    const wake = end(() => resolve(true))
    const stop = end(() => reject(signal.reason))
    const timer = setTimeout(
      end(() => resolve(false)),
      ms,
    )
    if (signal.aborted) return stop()
    waits.add(wake)
    signal.addEventListener('abort', stop)
  })
}
