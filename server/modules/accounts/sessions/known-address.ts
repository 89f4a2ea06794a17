import { createHmac } from 'node:crypto'
import { isForeignKeyViolation } from '../../../db/errors/foreign-key-violation.ts'
import { addressKey } from '../../../lib/client-address.ts'
import { deriveKey } from '../../../lib/derive-key.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'

const KNOWN_FOR = 90 * DAY_MS
/** A user who moves about: the latest are kept. */
const KNOWN_MAX = 30

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>

/** Whether the user was signed in from this address (or its /64) in the last 90 days; nobody 0 never was. */
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

/** Written once a day at most. */
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
      // Deleted meanwhile: there is nobody to know it.
      if (!isForeignKeyViolation(error)) throw error
    })
  if (made?.numInsertedOrUpdatedRows === 1n) await forgetOthers({ db }, userId, time)
}

/** Whoever signed in until now counts as a stranger again. */
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
