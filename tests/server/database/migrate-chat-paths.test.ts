import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { chatPaths } from '#server/db/migrations/0019-chat-paths.ts'
import { testEngines } from '#support/database/engines.ts'
import { insertTestChat, insertUserRow } from '#support/database/insert-rows.ts'
import { createTestStorage } from '#support/database/test-database.ts'

const time = '2026-01-02T03:04:05.678Z'

describe.each(testEngines)('a database from before paths (%s)', (engine) => {
  it('gets the question before each, and devices load chats with branches again', async () => {
    const storage = await createTestStorage(engine)
    const { db, close } = await openDatabase(storage)
    onTestFinished(async () => {
      await close()
      await storage.remove()
    })
    await migrate(db, engine)
    const user_id = await insertUserRow(db)
    const chats = { plain: randomUUID(), branched: randomUUID() }
    for (const id of Object.values(chats)) await insertTestChat(db, user_id, id)
    await db.updateTable('chats').set({ updated_at: time }).execute()
    const statements = [
      'alter table messages drop column parent',
      'alter table chats drop column path',
      'alter table chats drop column versions',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    const ids = new Map<string, string>()
    const idOf = (name: string) => ids.get(name) ?? ids.set(name, randomUUID()).get(name) ?? ''
    const add = (chat_id: string, seq: number, name: string, by: string | null = null) => {
      const answered = name.startsWith('a ') ? idOf(name.slice(2)) : null
      const fixed = { status: 'complete', reasoning: '', version: 1, request_hash: '', created_at: time } as const
      const modes = { request_mode: 'text', response_mode: 'text', updated_at: time } as const
      const place = { user_id, chat_id, seq, reply_to: answered, superseded_by: by === null ? null : idOf(by) }
      const row = { ...fixed, ...modes, ...place, id: idOf(name), content: name }
      return db
        .insertInto('messages')
        .values({ ...row, role: answered === null ? 'user' : 'assistant' })
        .execute()
    }
    for (const [n, name] of ['p1', 'a p1', 'p2', 'a p2'].entries()) await add(chats.plain, n + 1, name)
    // q2 was edited as q2b, with q3 below it; q1 was edited then, and continued.
    const branched: [string, string | null][] = [
      ['q1', 'q1b'],
      ['a q1', 'q1b'],
      ['q2', 'q2b'],
      ['a q2', 'q2b'],
      ['q2b', 'q1b'],
      ['a q2b', 'q1b'],
      ['q3', 'q1b'],
      ['a q3', 'q1b'],
      ['q1b', null],
      ['a q1b', null],
      ['q4', null],
    ]
    for (const [n, [name, by]] of branched.entries()) await add(chats.branched, n + 1, name, by)

    await chatPaths(engine).up(db as unknown as Kysely<never>)
    const rows = await db.selectFrom('messages').selectAll().orderBy('seq').execute()
    const names = new Map([...ids].map(([name, id]) => [id, name]))
    const parents = rows.flatMap(({ role, content, parent }) =>
      role === 'user' ? [[content, names.get(parent ?? '') ?? null]] : [],
    )
    expect(Object.fromEntries(parents)).toEqual({
      ...{ p1: null, p2: 'p1', q1: null, q2: 'q1', q2b: 'q1', q3: 'q2b', q1b: null, q4: 'q1b' },
    })
    expect(rows.filter(({ role, parent }) => role === 'assistant' && parent !== null)).toEqual([])
    for (const row of rows) expect(row.updated_at > time).toBe(row.chat_id === chats.branched)
    const after = await db.selectFrom('chats').select(['id', 'path', 'versions', 'updated_at']).execute()
    for (const chat of after) {
      expect(chat).toMatchObject({ path: null, versions: '[]' })
      expect(chat.updated_at > time).toBe(chat.id === chats.branched)
    }
  })
})
