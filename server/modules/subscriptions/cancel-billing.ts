import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { activeStatuses } from './active-now.ts'

/** Kept by this server alone: nobody would be charged again. */
const local = ['trial', 'grant', 'sandbox']

/**
 * Sees to it that a person is not charged any more; their rows are left to the caller. Throws when that
 * cannot be had, so that nobody goes on paying for an account that is gone.
 */
export async function cancelBilling({ db }: { db: Kysely<Database> }, userId: number): Promise<void> {
  const elsewhere = await db
    .selectFrom('subscriptions')
    .select(['id', 'source'])
    .where('user_id', '=', userId)
    .where('status', 'in', [...activeStatuses, 'past_due', 'unpaid'])
    .where('source', 'not in', local)
    .executeTakeFirst()
  if (elsewhere === undefined) return
  throw new Error(`subscription ${elsewhere.id} cannot be cancelled: ${elsewhere.source} is not connected`)
}
