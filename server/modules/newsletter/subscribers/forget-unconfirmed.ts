import type { Kysely } from 'kysely'
import { NEWSLETTER_CONFIRM_DAYS } from '#contract/limits.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { deleteUnconfirmed } from './subscribers.repository.ts'

/** Deletes the addresses that nobody confirmed in time. `now` in milliseconds since 1970. */
export const forgetUnconfirmed = (db: Kysely<Database>, now: number): Promise<void> =>
  deleteUnconfirmed(db, isoTime(now - NEWSLETTER_CONFIRM_DAYS * DAY_MS))
