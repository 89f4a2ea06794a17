import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/schema/schema.ts'
import { addInterval } from '../../lib/add-interval.ts'
import { deriveKey } from '../../lib/derive-key.ts'
import { isoTime } from '../../lib/time.ts'

const KEPT_MONTHS = 13

/** An address as a keyed hash. Upper case and a `+tag` make no other user. */
function hashOf({ tokenSecret }: Pick<Config, 'tokenSecret'>, email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const address = `${local.split('+')[0]}@${domain}`
  return createHmac('sha256', deriveKey(tokenSecret, 'trial')).update(address).digest('base64url')
}

/** Remembers that an address had a trial, for 13 months, also when the account is deleted. `now` in milliseconds. */
export async function recordPastTrial(
  db: Kysely<Database>,
  config: Pick<Config, 'tokenSecret'>,
  { email, now }: { email: string; now: number },
): Promise<void> {
  const kept_until = addInterval(isoTime(now), 'month', KEPT_MONTHS)
  await db
    .insertInto('past_trials')
    .values({ address_hash: hashOf(config, email), kept_until })
    .onConflict((known) => known.column('address_hash').doUpdateSet({ kept_until }))
    .execute()
}

/** Whether the owner of an address has had a trial, with any account. */
export async function hadTrialBefore(
  db: Kysely<Database>,
  config: Pick<Config, 'tokenSecret'>,
  { email, now }: { email: string; now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('past_trials')
    .select('address_hash')
    .where('address_hash', '=', hashOf(config, email))
    .where('kept_until', '>', isoTime(now))
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetPastTrials(db: Kysely<Database>, now: number): Promise<void> {
  await db.deleteFrom('past_trials').where('kept_until', '<=', isoTime(now)).execute()
}
