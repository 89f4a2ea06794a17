import type { Kysely } from 'kysely'
import type { Engine } from '../../../../db/database.ts'
import type { Database } from '../../../../db/schema/schema.ts'
import { isoTime } from '../../../../lib/time.ts'
import { queueScoring } from '../../../scores/scoring-queue.repository.ts'
import { lockChat } from '../../chat-lock.repository.ts'
import { finishAnswer } from '../finish-answer.ts'
import type { Chunk, Job, Outcome } from '../job.ts'

/** What to store of one job; immutable, so that a retry writes the same rows. */
export interface Entry {
  job: Job
  from: number
  chunks: readonly Chunk[]
  outcome: Outcome | null
}

export interface Written {
  entry: Entry
  /** False when this process no longer owns the job, and nothing of it was written. */
  held: boolean
  stopRequested: boolean
}

/**
 * Stores the chunks of many answers in one transaction and renews their leases. The update of the lease is the fence:
 * it affects only rows that this process still owns, and locks them until the commit.
 */
export function writeBatch(
  db: Kysely<Database>,
  batch: readonly Entry[],
  options: {
    engine: Engine
    processId: string
    now: () => number
    leaseMs: number
    scoring: boolean
    /** Whether the same was tried before, and may have been committed without an acknowledgement. */
    isRepeat: boolean
  },
): Promise<Written[]> {
  return db.transaction().execute(async (trx) => {
    const finishing = batch.filter((entry) => entry.outcome !== null).map((entry) => entry.job.claim)
    if (options.engine === 'postgres') {
      finishing.sort((a, b) => a.user_id - b.user_id || (a.chat_id < b.chat_id ? -1 : 1))
      for (const claim of finishing) await lockChat(trx, claim.user_id, claim.chat_id)
    }
    // Read under the locks, so that a change which others saw earlier never has a later time than this one.
    const now = options.now()
    const ids = batch.map((entry) => entry.job.claim.id)
    // Locked in the order of ids, as when chats are deleted; any other order could deadlock.
    const inOrder = trx.selectFrom('generations').select('id').where('id', 'in', ids).orderBy('id')
    if (options.engine === 'postgres') await inOrder.forUpdate().execute()
    const owned = await trx
      .updateTable('generations')
      .set({ lease_expires_at: isoTime(now + options.leaseMs) })
      .where('id', 'in', ids)
      .where('owner', '=', options.processId)
      .where('status', '=', 'running')
      .returning(['id', 'attempts', 'stop_requested'])
      .execute()
    const byId = new Map(owned.map((row) => [row.id, row]))
    const written = batch.map((entry) => {
      const row = byId.get(entry.job.claim.id)
      const held = row?.attempts === entry.job.claim.attempts
      return { entry, held, stopRequested: row?.stop_requested === 1 }
    })
    const held = written.filter((one) => one.held).map((one) => one.entry)
    const chunkRows = held.flatMap((entry) =>
      entry.chunks.map((chunk, i) => ({ generation_id: entry.job.claim.id, n: entry.from + i, ...chunk })),
    )
    // On a retry after a commit that was not acknowledged, the rows already exist.
    const insert = trx.insertInto('generation_chunks').onConflict((conflict) => conflict.doNothing())
    if (chunkRows.length > 0) await insert.values(chunkRows).execute()
    for (const { job, outcome } of held) {
      if (outcome === null) continue
      await finishAnswer(trx, job.claim, outcome, now)
      if (options.scoring && outcome.status === 'complete') await queueScoring(trx, job.claim, isoTime(now))
    }
    if (options.isRepeat) for (const one of written) one.held ||= await isStored(trx, one.entry)
    return written
  })
}

/** Whether the answer has ended as this entry says: then a commit that was not acknowledged has ended it. */
async function isStored(trx: Kysely<Database>, { job, outcome }: Entry): Promise<boolean> {
  if (outcome === null) return false
  const stored = await trx
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', job.claim.user_id)
    .where('id', '=', job.claim.message_id)
    .where('status', '=', outcome.status)
    .where('content', '=', outcome.content)
    .executeTakeFirst()
  return stored !== undefined
}
