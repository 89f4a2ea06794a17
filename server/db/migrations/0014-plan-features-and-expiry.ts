import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The plans as older versions of 0001 wrote them, with their corrected features. */
const corrections = [
  {
    name: 'free-trial',
    tokensLimit: 2_000_000,
    before: ['All of Companion', 'No card'],
    after: ['All of Companion', '2 million tokens in two weeks', 'No card'],
  },
  {
    name: 'monthly',
    tokensLimit: 2_000_000,
    before: ['2 million tokens a month', '200 web look-ups', 'Spoken answers'],
    after: ['All of Companion', '2 million tokens a month'],
  },
  {
    name: 'yearly',
    tokensLimit: 24_000_000,
    before: ['All of Monthly', 'Two months less to pay'],
    after: ['All of Companion', '24 million tokens a year', 'Two months less to pay'],
  },
]

/**
 * Corrects two mistakes of older versions. The first plans promised web searches, which did not exist, and spoken
 * answers, which every user has: plans that no admin has changed get the correct features. Unsaved chats expired after
 * 30 days by default: now they expire only for users who had chosen 7 or 90 days (decision 053).
 */
export const planFeaturesAndExpiry = (): Migration => ({
  async up(db: Kysely<never>) {
    const now = new Date().toISOString()
    for (const { name, tokensLimit, before, after } of corrections) {
      await sql`update plans set features = ${JSON.stringify(after)}, updated_at = ${now}
        where name = ${name} and features = ${JSON.stringify(before)} and tokens_limit = ${tokensLimit}`.execute(db)
    }
    // SQLite cannot change the default of an existing column, so a new column replaces it.
    await sql`alter table chat_profiles rename column unsaved_chats_days to old_days`.execute(db)
    await sql`alter table chat_profiles
      add column unsaved_chats_days integer check (unsaved_chats_days in (7, 30, 90))`.execute(db)
    await sql`update chat_profiles set unsaved_chats_days = old_days where old_days in (7, 90)`.execute(db)
    await sql`update chat_profiles set updated_at = ${now} where old_days = 30 and updated_at < ${now}`.execute(db)
    await sql`alter table chat_profiles drop column old_days`.execute(db)
    await sql`update chats
      set expires_at = null, updated_at = case when updated_at > ${now} then updated_at else ${now} end
      where expires_at is not null
        and user_id not in (select user_id from chat_profiles where unsaved_chats_days is not null)`.execute(db)
  },
})
