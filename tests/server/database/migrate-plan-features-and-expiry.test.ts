import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Engine, openDatabase } from '#server/db/database.ts'
import { foundation } from '#server/db/migrations/0001-foundation.ts'
import { chatProfiles } from '#server/db/migrations/0009-chat-profiles.ts'
import { yearlyLimits } from '#server/db/migrations/0010-yearly-limits.ts'
import { planFeaturesAndExpiry } from '#server/db/migrations/0014-plan-features-and-expiry.ts'
import { testEngines } from '#support/database/engines.ts'
import { insertTestChat, insertUserRow } from '#support/database/insert-rows.ts'
import { createTestStorage } from '#support/database/test-database.ts'

const time = '2026-01-02T03:04:05.678Z'
const expires = '2026-02-01T03:04:05.678Z'
const seeded = {
  'free-trial': ['All of Companion', 'No card'],
  monthly: ['2 million tokens a month', '200 web look-ups', 'Spoken answers'],
  yearly: ['All of Monthly', 'Two months less to pay'],
}
/** The columns of chat_profiles that have no default. */
const profile = {
  preferred_name: 'Robin',
  about: '',
  tone: '',
  memory_enabled: 0,
  voice: null,
  show_scores: 1,
} as const
const switches = { show_reasoning: 1, enter_sends: 1, autoplay: 1, updated_at: time } as const

/** A database from before this migration, with the plans that it was installed with. */
async function olderDatabase(engine: Engine) {
  const storage = await createTestStorage(engine)
  const { db, close } = await openDatabase(storage)
  onTestFinished(async () => {
    await close()
    await storage.remove()
  })
  const bare = db as unknown as Kysely<never>
  await foundation(engine).up(bare)
  await chatProfiles(engine).up(bare)
  await yearlyLimits().up(bare)
  for (const [name, features] of Object.entries(seeded)) {
    await db
      .updateTable('plans')
      .set({ features: JSON.stringify(features), updated_at: time })
      .where('name', '=', name)
      .execute()
  }
  return { db, upgrade: () => planFeaturesAndExpiry().up(bare) }
}

describe.each(testEngines)('a database from before the default "never" (%s)', (engine) => {
  it('loses the features that do not exist from the plans that it was installed with', async () => {
    const { db, upgrade } = await olderDatabase(engine)
    await upgrade()
    const plans = await db.selectFrom('plans').select(['name', 'features', 'updated_at']).orderBy('id').execute()
    expect(plans.map(({ name, features }) => [name, JSON.parse(features)])).toEqual([
      ['free-trial', ['All of Companion', '2 million tokens in two weeks', 'No card']],
      ['monthly', ['All of Companion', '2 million tokens a month']],
      ['yearly', ['All of Companion', '24 million tokens a year', 'Two months less to pay']],
    ])
    expect(plans.every(({ updated_at }) => updated_at > time)).toBe(true)
  })

  it('keeps a plan whose features or limits an admin has changed', async () => {
    const { db, upgrade } = await olderDatabase(engine)
    const own = JSON.stringify(['200 web look-ups', 'Tea with the admin'])
    await db.updateTable('plans').set({ features: own }).where('name', '=', 'monthly').execute()
    await db.updateTable('plans').set({ tokens_limit: 5 }).where('name', '=', 'free-trial').execute()
    await upgrade()
    const plans = await db.selectFrom('plans').select('features').orderBy('id').execute()
    expect(plans[0]?.features).toBe(JSON.stringify(seeded['free-trial']))
    expect(plans[1]?.features).toBe(own)
  })

  it('clears the expiry of chats whose user chose none, and keeps 7 and 90 days', async () => {
    const { db, upgrade } = await olderDatabase(engine)
    const days = [undefined, 30, 7, 90, null] as const
    const users: number[] = []
    for (const unsaved_chats_days of days) {
      const user_id = await insertUserRow(db)
      const chat = randomUUID()
      await insertTestChat(db, user_id, chat)
      await db
        .updateTable('chats')
        .set({ expires_at: unsaved_chats_days === null ? null : expires, updated_at: time })
        .where('user_id', '=', user_id)
        .execute()
      if (unsaved_chats_days !== undefined) {
        await db
          .insertInto('chat_profiles')
          .values({ user_id, ...profile, ...switches, unsaved_chats_days })
          .execute()
      }
      users.push(user_id)
    }
    await upgrade()
    const chats = await db.selectFrom('chats').select(['user_id', 'expires_at', 'updated_at']).execute()
    const chatOf = (user: number | undefined) => chats.find(({ user_id }) => user_id === user)
    expect(users.map((user) => chatOf(user)?.expires_at)).toEqual([null, null, expires, expires, null])
    // The delta contains the chats whose expiry has changed, and no others.
    expect(users.map((user) => (chatOf(user)?.updated_at ?? '') > time)).toEqual([true, true, false, false, false])
    const profiles = await db.selectFrom('chat_profiles').selectAll().orderBy('user_id').execute()
    expect(profiles).toEqual(
      [null, 7, 90, null].map((unsaved_chats_days, n) => ({
        ...{ user_id: users[n + 1], ...profile, ...switches, unsaved_chats_days },
        updated_at: n === 0 ? expect.not.stringContaining(time) : time,
      })),
    )
  })

  it('rejects a number of days that cannot be chosen, and takes "never" as the default', async () => {
    const { db, upgrade } = await olderDatabase(engine)
    await upgrade()
    const user_id = await insertUserRow(db)
    const row = { user_id, ...profile, ...switches }
    const wrong = db.insertInto('chat_profiles').values({ ...row, unsaved_chats_days: 8 as 7 })
    await expect(wrong.execute()).rejects.toThrow()
    const { unsaved_chats_days } = await db
      .insertInto('chat_profiles')
      .values(row as never)
      .returning('unsaved_chats_days')
      .executeTakeFirstOrThrow()
    expect(unsaved_chats_days).toBeNull()
  })
})
