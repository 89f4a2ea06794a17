import { createHash } from 'node:crypto'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import type { PushSubscriptionsTable } from '../../db/schema/schema-accounts.ts'

type Db = Kysely<Database>
export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>

/** SHA-256, because an endpoint may be too long for an index. */
export const endpointHash = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex')

/** Stores an endpoint for this user and session, also if it was another user's; true when it is new to this user. */
export async function putSubscription(db: Db, row: Insertable<PushSubscriptionsTable>): Promise<boolean> {
  const known = await db
    .selectFrom('push_subscriptions')
    .select('user_id')
    .where('endpoint_hash', '=', row.endpoint_hash)
    .executeTakeFirst()
  const { endpoint_hash: _key, created_at: _made, ...changes } = row
  await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(changes))
    .execute()
  return known?.user_id !== row.user_id
}

/** Deletes all but a user's latest `count` endpoints. */
export async function pruneSubscriptions(db: Db, userId: number, count: number): Promise<void> {
  const latest = db
    .selectFrom('push_subscriptions')
    .select('endpoint_hash')
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('endpoint_hash')
    .limit(count)
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint_hash', 'not in', latest)
    .execute()
}

/** The endpoints of the devices on which a user is signed in at `now` (ISO 8601). */
export function liveSubscriptions(db: Db, userId: number, now: string): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .selectAll('push_subscriptions')
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.user_id', '=', userId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .execute()
}

export async function removeSubscription(db: Db, userId: number, hash: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint_hash', '=', hash).execute()
}
