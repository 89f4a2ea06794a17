import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'

export interface ClaimOptions {
  processId: string
  now: number
  leaseMs: number
  /** Whether another process's lease is ignored: on SQLite there is no other process. */
  alone: boolean
}

/**
 * Claims the issues that are being sent and returns their ids, the oldest first; none while another process holds one,
 * so that all mails come from one connection and the rate holds. A mail that a process was sending when it died is
 * marked `in_doubt`: nobody knows whether the mail server accepted it. The caller must be sending no mail itself.
 */
export async function claimIssues(db: Kysely<Database>, options: ClaimOptions): Promise<number[]> {
  const { processId, now, leaseMs, alone } = options
  const time = isoTime(now)
  return db.transaction().execute(async (trx) => {
    const sending = await trx
      .selectFrom('newsletter_issues')
      .select(['id', 'owner', 'lease_expires_at'])
      .where('status', '=', 'sending')
      .orderBy('started_at')
      .orderBy('id')
      .execute()
    const issues = trx.selectFrom('newsletter_issues').select('id')
    // A stopped issue is claimed by nobody; when its lease has ended, its process no longer sends.
    await doubt(trx, issues.where('status', '=', 'stopped').where('lease_expires_at', '<', time))
    const isHeldByOther = sending.some(
      ({ owner, lease_expires_at }) =>
        !alone && owner !== null && owner !== processId && lease_expires_at !== null && lease_expires_at >= time,
    )
    if (isHeldByOther) return []
    const claimed: number[] = []
    for (const { id, owner } of sending) {
      const { numUpdatedRows } = await trx
        .updateTable('newsletter_issues')
        .set({ owner: processId, lease_expires_at: isoTime(now + leaseMs) })
        .where('id', '=', id)
        .where('status', '=', 'sending')
        .where('owner', owner === null ? 'is' : '=', owner)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      await doubt(trx, issues.where('id', '=', id))
      claimed.push(id)
    }
    return claimed
  })
}

/** Puts the mails that were being sent of these issues in doubt. */
async function doubt(
  trx: Kysely<Database>,
  issues: SelectQueryBuilder<Database, 'newsletter_issues', { id: number }>,
): Promise<void> {
  await trx
    .updateTable('newsletter_deliveries')
    .set({ status: 'in_doubt' })
    .where('issue_id', 'in', issues)
    .where('status', '=', 'sending')
    .execute()
}

/** Renews the leases; returns the ids that are still held. */
export async function renewIssues(db: Kysely<Database>, processId: string, until: number): Promise<number[]> {
  const rows = await db
    .updateTable('newsletter_issues')
    .set({ lease_expires_at: isoTime(until) })
    .where('owner', '=', processId)
    .where('status', '=', 'sending')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Lets another process go on at once. */
export async function releaseIssues(db: Kysely<Database>, processId: string): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set({ owner: null, lease_expires_at: null })
    .where('owner', '=', processId)
    .execute()
}
