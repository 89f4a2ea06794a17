import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'

/** Stores why the mail server takes nothing, for the admins; the first time of it remains. */
export async function storeOutage(
  db: Kysely<Database>,
  { processId, reply, time }: { processId: string; reply: string; time: string },
): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set((eb) => ({ outage: reply, outage_since: eb.fn.coalesce('outage_since', eb.val(time)) }))
    .where('owner', '=', processId)
    .where('status', '=', 'sending')
    .execute()
}

export async function clearOutage(db: Kysely<Database>, processId: string): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set({ outage: null, outage_since: null })
    .where('owner', '=', processId)
    .where('outage', 'is not', null)
    .execute()
}
