import type { Kysely } from 'kysely'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { WakeReason, WakeSignal } from '../../../lib/wake-signal.ts'
import { listQueued } from '../generations/claim-generations.ts'

/** How often the position of a waiting answer is read. */
export const POSITIONS_MS = 1_000

/** By generation: how many answers begin before it. */
type Positions = ReadonlyMap<number, number>

const latest = new WeakMap<Kysely<Database>, { at: number; positions: Promise<Positions> }>()

/**
 * The positions of the queued generations that wait only for capacity. All streams of a process share one read in
 * POSITIONS_MS, so that its cost does not grow with the number of those who wait. A failed read is not shared.
 */
function readPositions(db: Kysely<Database>): Promise<Positions> {
  const known = latest.get(db)
  const now = performance.now()
  if (known !== undefined && now - known.at < POSITIONS_MS) return known.positions
  const positions = listQueued(db).then((ids) => new Map(ids.map((id, before) => [id, before])))
  latest.set(db, { at: now, positions })
  positions.catch(() => latest.delete(db))
  return positions
}

/**
 * After `pause` milliseconds, yields the position of a queued generation and then each change of it; null at the end if
 * a position was yielded before. Ends when it has none or the stream is woken, and returns the reason for waking.
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
