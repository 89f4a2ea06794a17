import type { Kysely } from 'kysely'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { WakeReason, WakeSignal } from '../../../lib/signal.ts'
import { listQueued } from '../generations/claim-generations.ts'

/** How often a waiting answer's place is read. */
export const POSITIONS_MS = 1_000

/** By generation: how many answers begin before it. */
type Positions = ReadonlyMap<number, number>

const latest = new WeakMap<Kysely<Database>, { at: number; positions: Promise<Positions> }>()

/**
 * The places of the queued generations that could begin. All streams of a process share one read in POSITIONS_MS, so that
 * its cost does not grow with the number of those who wait.
 */
function readPositions(db: Kysely<Database>): Promise<Positions> {
  const known = latest.get(db)
  const now = performance.now()
  if (known !== undefined && now - known.at < POSITIONS_MS) return known.positions
  const positions = listQueued(db).then((ids) => new Map(ids.map((id, before) => [id, before])))
  latest.set(db, { at: now, positions })
  return positions
}

/**
 * Yields the place of a queued generation whenever it changes, from `pause` on, and null when it had one and waits no
 * longer. Returns when there is no place, or with what has woken the stream.
 */
export async function* followPosition(
  db: Kysely<Database>,
  generationId: number,
  { wakeSignal, signal, pause }: { wakeSignal: WakeSignal; signal: AbortSignal; pause: number },
): AsyncGenerator<{ kind: 'queued'; before: number | null }, WakeReason> {
  let before: number | null = null
  let reason = await wakeSignal.wait(pause)
  while (reason === 'poll' && !signal.aborted) {
    const position = (await retryWhileBusy(() => readPositions(db), signal)).get(generationId)
    if (position === undefined) break
    if (position !== before) yield { kind: 'queued', before: position }
    before = position
    reason = await wakeSignal.wait(POSITIONS_MS)
  }
  if (before !== null && !signal.aborted) yield { kind: 'queued', before: null }
  return reason
}
