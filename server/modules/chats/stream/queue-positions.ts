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
 * The places of the queued generations that could begin. All streams of a process share one read in POSITIONS_MS, so
 * that its cost does not grow with the number of those who wait.
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
 * After `pause` milliseconds, yields the place of a queued generation and then each change of it; null at the end if a
 * place was yielded before. Ends when there is no place or the stream is woken, and returns the reason for waking.
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
