import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { isoTime } from '../../lib/time.ts'
import { type SandboxDeps, type SandboxRow, taxIdsOf, withTaxIds } from './sandbox.repository.ts'
import type { CustomerChanges, CustomerDetails } from './sandbox.ts'

const rowsOf = (db: Kysely<Database>, userId: number): Promise<SandboxRow[]> =>
  db
    .selectFrom('sandbox_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** What the sandbox has about the card and the tax ids of a user; undefined for one who has bought nothing. */
export async function readDetails(db: Kysely<Database>, userId: number): Promise<CustomerDetails | undefined> {
  const rows = await rowsOf(db, userId)
  const [newest] = rows
  if (newest === undefined) return undefined
  const running = rows.find(({ status }) => status !== 'canceled')
  return {
    cardWorks: running === undefined ? null : running.card_works === 1,
    taxIds: taxIdsOf(newest.metadata),
    nextPaymentAt: running === undefined || running.cancel_at_period_end === 1 ? null : running.due_at,
  }
}

/**
 * The tax ids stand in the metadata of each subscription of a user, because the sandbox stores nothing else of a
 * customer.
 */
export function changeDetails({ db }: SandboxDeps, userId: number, { cardWorks, taxIds }: CustomerChanges) {
  return db.transaction().execute(async (trx) => {
    const ofUser = trx.updateTable('sandbox_subscriptions').where('user_id', '=', userId)
    if (cardWorks !== undefined) await ofUser.set({ card_works: cardWorks ? 1 : 0 }).execute()
    for (const { id, metadata } of taxIds === undefined ? [] : await rowsOf(trx, userId)) {
      await ofUser
        .set({ metadata: withTaxIds(metadata, taxIds ?? []) })
        .where('id', '=', id)
        .execute()
    }
  })
}

/**
 * Makes the next payment due now that was to come at `due`, so that nobody needs to wait for it; false when none is.
 */
export async function bringForward({ db, now }: SandboxDeps, userId: number, due: string): Promise<boolean> {
  const at = isoTime(now())
  const awaited = db
    .updateTable('sandbox_subscriptions')
    .where('user_id', '=', userId)
    .where('due_at', '=', due)
    .where('due_at', '>', at)
    .where('cancel_at_period_end', '=', 0)
    .returning('id')
  // A failed payment is tried again; any other begins the next period, from which the later ones are counted.
  const tried = await awaited.where('status', '=', 'past_due').set({ due_at: at }).executeTakeFirst()
  if (tried !== undefined) return true
  const period = { due_at: at, current_period_end: at, anchor: at, periods: 0 }
  const renewed = awaited.where('status', 'in', ['active', 'trialing']).set(period)
  return (await renewed.executeTakeFirst()) !== undefined
}
