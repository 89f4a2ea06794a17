import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Engine, openDatabase } from '#server/db/database.ts'
import { foundation } from '#server/db/migrations/0001-foundation.ts'
import { messageBranches } from '#server/db/migrations/0006-message-branches.ts'
import { testEngines } from '#support/database/engines.ts'
import { insertTestChat, insertUserRow } from '#support/database/insert-rows.ts'
import { createTestStorage } from '#support/database/test-database.ts'

const time = '2026-01-02T03:04:05.678Z'

/** A chat as it was before branches: a question and its answer. */
async function olderChat(engine: Engine) {
  const storage = await createTestStorage(engine)
  const { db, close } = await openDatabase(storage)
  onTestFinished(async () => {
    await close()
    await storage.remove()
  })
  await foundation(engine).up(db as unknown as Kysely<never>)
  const user_id = await insertUserRow(db)
  const chat_id = randomUUID()
  await insertTestChat(db, user_id, chat_id)
  const modes = { request_mode: 'voice', response_mode: 'text' } as const
  const common = { ...modes, user_id, chat_id, created_at: time, updated_at: time, request_hash: 'hash', version: 1 }
  const question = { ...common, id: randomUUID(), role: 'user', content: 'canción 🎵', seq: 1 } as const
  const answer = {
    ...common,
    id: randomUUID(),
    role: 'assistant',
    content: 'Sí',
    seq: 2,
    reply_to: question.id,
  } as const
  const first = { ...question, status: 'complete', reasoning: '' } as const
  const rows = [
    first,
    { ...answer, status: 'failed', failure: 'assistant_busy', reasoning: 'Hm', prompt_tokens: 3 } as const,
  ]
  await db.insertInto('messages').values(rows).execute()
  const job = { user_id, chat_id, message_id: answer.id, status: 'queued', stop_requested: 0, attempts: 0 } as const
  await db
    .insertInto('generations')
    .values({ ...job, created_at: time })
    .execute()
  return {
    db,
    rows,
    first,
    user_id,
    chat_id,
    upgrade: () => messageBranches(engine).up(db as unknown as Kysely<never>),
  }
}

describe.each(testEngines)('a database from before branches and deletions (%s)', (engine) => {
  it('keeps every message in the migration', async () => {
    const { db, rows, upgrade } = await olderChat(engine)
    await upgrade()
    const after = await db.selectFrom('messages').selectAll().orderBy('seq').execute()
    const none = { failure: null, reply_to: null, prompt_tokens: null, completion_tokens: null }
    expect(after).toEqual(rows.map((row) => ({ ...none, ...row, replaces: null, superseded_by: null })))
    expect(await db.selectFrom('generations').select('begun').execute()).toEqual([{ begun: 0 }])
  })

  it('accepts deleted messages after the migration, and keeps its other constraints', async () => {
    const { db, first, user_id, chat_id, upgrade } = await olderChat(engine)
    await upgrade()
    const change = (values: object) =>
      db
        .updateTable('messages')
        .set(values)
        .where('seq', '=', 1)
        .execute()
        .then(
          () => 'taken',
          () => 'refused',
        )
    expect(await change({ status: 'deleted' })).toBe('taken')
    expect(await change({ status: 'nonsense' })).toBe('refused')
    const again = { ...first, id: randomUUID() }
    const insert = db.insertInto('messages').values(again).execute()
    expect(
      await insert.then(
        () => 'taken',
        () => 'refused',
      ),
    ).toBe('refused')
    await db.deleteFrom('chats').where('user_id', '=', user_id).where('id', '=', chat_id).execute()
    expect(await db.selectFrom('messages').selectAll().execute()).toEqual([])
  })
})
