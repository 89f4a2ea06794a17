import type { Kysely } from 'kysely'
import type { User } from '#contract/objects/user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { toSubscription } from '../../subscriptions/subscriptions.mappers.ts'
import {
  listSubscriptions,
  listSubscriptionsOf,
  type SubscriptionRow,
} from '../../subscriptions/subscriptions.repository.ts'
import { findValidators, isValidator } from '../../validators/validators.repository.ts'
import type { UserRow } from '../accounts.repository.ts'

/** A user in the form of the API, with their subscriptions. `now` in milliseconds since 1970. */
export async function toUser(db: Kysely<Database>, row: UserRow, now: number): Promise<User> {
  return shown(row, await listSubscriptions(db, row.id), await isValidator(db, row.id), now)
}

/** Like `toUser` for several rows, in their order. */
export async function toUsers(db: Kysely<Database>, rows: readonly UserRow[], now: number): Promise<User[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const byUser = Map.groupBy(await listSubscriptionsOf(db, ids), ({ subscription }) => subscription.user_id)
  const validators = await findValidators(db, ids)
  return rows.map((row) => shown(row, byUser.get(row.id) ?? [], validators.has(row.id), now))
}

function shown(row: UserRow, subscriptions: readonly SubscriptionRow[], is_validator: boolean, now: number): User {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    is_vip: row.is_vip === 1,
    is_provider: row.is_provider === 1,
    is_ad_subscriber: row.is_ad_subscriber === 1,
    receive_newsletters: row.receive_newsletters === 1,
    counts_clicks: row.clicks_agreed_at !== null,
    is_admin: row.is_admin === 1,
    email_verified: row.email_verified === 1,
    created_at: row.created_at,
    subscriptions: subscriptions.map((subscription) => toSubscription(subscription, now)),
    suspended: row.suspended_at === null ? null : { since: row.suspended_at, reason: row.suspended_reason ?? '' },
    profile: { is_provider: row.is_provider === 1, is_validator, photo_url: row.photo_url, language: row.language },
  }
}
