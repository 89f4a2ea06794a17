import { createHmac } from 'node:crypto'
import { isForeignKeyViolation } from '../../../db/errors/foreign-key-violation.ts'
import { addressKey } from '../../../lib/client-address.ts'
import { deriveKey } from '../../../lib/derive-key.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'

const KNOWN_FOR = 90 * DAY_MS
/** Only the latest addresses of a user are stored. */
const KNOWN_MAX = 30

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>

/** Whether the user was signed in from this address (or its /64) in the last 90 days; false for user id 0. */
export async function isKnownAddress({ config, db, now }: Deps, userId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address_hash', '=', hashOf(config.tokenSecret, userId, address))
    .where('seen_at', '>', isoTime(now() - KNOWN_FOR))
    .executeTakeFirst()
  return row !== undefined
}

/** Records the address; writes at most once a day. */
export async function rememberAddress({ config, db, now }: Deps, userId: number, address: string): Promise<void> {
  const time = now()
  const seen_at = isoTime(time)
  const made = await db
    .insertInto('known_addresses')
    .values({ user_id: userId, address_hash: hashOf(config.tokenSecret, userId, address), seen_at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'address_hash'])
        .doUpdateSet({ seen_at })
        .where('known_addresses.seen_at', '<', isoTime(time - DAY_MS)),
    )
    .executeTakeFirst()
    .catch((error: unknown) => {
      // The user was deleted, so there is nothing to record.
      if (!isForeignKeyViolation(error)) throw error
    })
  if (made?.numInsertedOrUpdatedRows === 1n) await forgetOthers({ db }, userId, time)
}

/** All known addresses of the user count as unknown again. */
export async function forgetKnownAddresses(db: Deps['db'], userId: number): Promise<void> {
  await db.deleteFrom('known_addresses').where('user_id', '=', userId).execute()
}

async function forgetOthers({ db }: Pick<Deps, 'db'>, userId: number, now: number): Promise<void> {
  await db
    .deleteFrom('known_addresses')
    .where('user_id', '=', userId)
    .where('address_hash', 'not in', (query) =>
      query
        .selectFrom('known_addresses')
        .select('address_hash')
        .where('user_id', '=', userId)
        .where('seen_at', '>', isoTime(now - KNOWN_FOR))
        .orderBy('seen_at', 'desc')
        .limit(KNOWN_MAX),
    )
    .execute()
}

const hashOf = (secret: string, userId: number, address: string): string =>
  createHmac('sha256', deriveKey(secret, 'address'))
    .update(`${userId} ${addressKey(address)}`)
    .digest('base64url')
