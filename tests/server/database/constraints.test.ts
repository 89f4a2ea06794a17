import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isUniqueViolation } from '#server/db/errors/unique-violation.ts'
import { insertTestChat, insertTestUser } from '#support/database/insert-rows.ts'
import { describeOnEachEngine, type TestDatabase } from '#support/database/test-database.ts'

const time = '2026-01-02T03:04:05.678Z'

function insertMessage({ db }: TestDatabase, user_id: number, chat_id: string, seq: number) {
  const fixed = { role: 'user', status: 'complete', request_mode: 'text', response_mode: 'text', version: 1 } as const
  const empty = { failure: null, reasoning: '', reply_to: null, prompt_tokens: null, completion_tokens: null }
  const row = { user_id, id: randomUUID(), chat_id, content: 'canción 🎵', seq, request_hash: 'h' }
  return db
    .insertInto('messages')
    .values({ ...fixed, ...empty, ...row, created_at: time, updated_at: time })
    .execute()
}

function insertGeneration({ db }: TestDatabase, user_id: number, chat_id: string, status: 'queued' | 'running') {
  const empty = { stop_requested: 0, owner: null, lease_expires_at: null, attempts: 0, finished_at: null } as const
  return db
    .insertInto('generations')
    .values({ user_id, chat_id, message_id: randomUUID(), status, created_at: time, ...empty })
    .returning('id')
    .executeTakeFirstOrThrow()
}

function insertSubscription({ db }: TestDatabase, user_id: number, is_trial: 0 | 1, source_id: string | null) {
  const period = { current_period_start: time, current_period_end: time, created_at: time, updated_at: time }
  return db
    .insertInto('subscriptions')
    .values({
      user_id,
      plan_id: 1,
      status: 'active',
      is_trial,
      source: 's',
      source_id,
      cancel_at_period_end: 0,
      ...period,
    })
    .execute()
}

describeOnEachEngine('the database', (database) => {
  const refused = (insert: Promise<unknown>) => insert.then(() => false, isUniqueViolation)

  it('allows one message per position of a chat', async () => {
    const user = await insertTestUser(database().db)
    const chat = randomUUID()
    await insertTestChat(database().db, user, chat)
    await insertMessage(database(), user, chat, 1)
    expect(await refused(insertMessage(database(), user, chat, 1))).toBe(true)
    await insertMessage(database(), user, chat, 2)
  })

  it('allows one running answer per chat', async () => {
    const user = await insertTestUser(database().db)
    const chat = randomUUID()
    await insertTestChat(database().db, user, chat)
    await insertGeneration(database(), user, chat, 'queued')
    await insertGeneration(database(), user, chat, 'running')
    await insertGeneration(database(), user, chat, 'queued')
    expect(await refused(insertGeneration(database(), user, chat, 'running'))).toBe(true)
  })

  it('allows two users the same client id', async () => {
    const chat = randomUUID()
    for (let i = 0; i < 2; i++) await insertTestChat(database().db, await insertTestUser(database().db), chat)
  })

  it('allows one trial per account and stores a payment of the processor once', async () => {
    const user = await insertTestUser(database().db)
    await insertSubscription(database(), user, 1, null)
    expect(await refused(insertSubscription(database(), user, 1, null))).toBe(true)
    await insertSubscription(database(), user, 0, 'sub_1')
    expect(await refused(insertSubscription(database(), user, 0, 'sub_1'))).toBe(true)
  })

  it('allows an email address once', async () => {
    await insertTestUser(database().db, 'twice@example.org')
    expect(await refused(insertTestUser(database().db, 'twice@example.org'))).toBe(true)
  })

  it('deletes all rows of a user with the user, and never reuses the id', async () => {
    const { db } = database()
    const user = await insertTestUser(db)
    const chat = randomUUID()
    await insertTestChat(db, user, chat)
    await insertMessage(database(), user, chat, 1)
    const { id } = await insertGeneration(database(), user, chat, 'running')
    await db.insertInto('generation_chunks').values({ generation_id: id, n: 1, kind: 'delta', text: 'a' }).execute()
    await insertSubscription(database(), user, 1, null)
    await db.deleteFrom('users').where('id', '=', user).execute()
    for (const table of ['chats', 'messages', 'generations', 'subscriptions'] as const) {
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', user).execute(), table).toEqual([])
    }
    const left = db.selectFrom('generation_chunks').select('n').where('generation_id', '=', id)
    expect(await left.execute()).toEqual([])
    expect(await insertTestUser(db)).toBeGreaterThan(user)
  })

  it('rolls back a transaction that throws', async () => {
    const { db } = database()
    const undone = db.transaction().execute(async (trx) => {
      await insertTestUser(trx, 'undone@example.org')
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await db.selectFrom('users').select('id').where('email', '=', 'undone@example.org').execute()).toEqual([])
  })
})
