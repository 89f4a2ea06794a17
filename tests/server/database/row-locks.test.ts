import { expect, it } from 'vitest'
import { describeOnEachEngine } from '#support/database/test-database.ts'

describeOnEachEngine('a select that locks its rows', (database, engine) => {
  it('has its lock on PostgreSQL, and none on SQLite, which locks the whole database', async () => {
    const { db } = database()
    await db.transaction().execute(async (trx) => {
      const users = trx.selectFrom('users').select('id').distinct().where('id', '>', 0)
      expect(users.compile().sql).toBe(
        `select distinct "id" from "users" where "id" > ${engine === 'sqlite' ? '?' : '$1'}`,
      )
      const chats = trx.selectFrom('chats').select('id')
      const locks = [
        [chats.forUpdate(), 'for update'],
        [chats.forUpdate().skipLocked(), 'for update skip locked'],
        [chats.forUpdate().noWait(), 'for update nowait'],
        [chats.forNoKeyUpdate(), 'for no key update'],
        [chats.forShare(), 'for share'],
        [chats.forKeyShare('chats'), 'for key share of "chats"'],
      ] as const
      for (const [query, lock] of locks) {
        const { sql } = query.compile()
        expect(sql.trim()).toBe(`select "id" from "chats"${engine === 'sqlite' ? '' : ` ${lock}`}`)
        expect(await query.execute()).toEqual([])
      }
    })
  })
})
