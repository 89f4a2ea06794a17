import { isoTime } from '../../../lib/time.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { changeUnderWay } from '../subscriptions.errors.ts'

/** Longer than the requests of a change take with all their retries; after a crash, others wait so long. */
const LEASE_MS = 120_000

/**
 * Runs a change of a subscription at the processor while no other one runs, on any process: a lease in its row. Throws
 * `conflict` beside another change.
 */
export async function withChangeLease<T>(
  { db, now }: Pick<BillingDeps, 'db' | 'now'>,
  id: number,
  change: () => Promise<T>,
): Promise<T> {
  const lease = isoTime(now() + LEASE_MS)
  const taken = await db
    .updateTable('subscriptions')
    .set({ changing_until: lease })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<=', isoTime(now()))]))
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) throw changeUnderWay()
  try {
    return await change()
  } finally {
    const own = db.updateTable('subscriptions').set({ changing_until: null }).where('id', '=', id)
    await own.where('changing_until', '=', lease).execute()
  }
}
