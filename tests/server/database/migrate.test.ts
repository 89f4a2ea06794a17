import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { yearlyLimits } from '#server/db/migrations/0010-yearly-limits.ts'
import { setNameKeys } from '#server/db/search/user-index.ts'
import { insertUserRow } from '#support/database/insert-rows.ts'
import { createTestStorage, describeOnEachEngine } from '#support/database/test-database.ts'

const run = promisify(execFile)

describeOnEachEngine('a new database', (database, engine) => {
  it('offers the three plans of the start page', async () => {
    const plans = await database().db.selectFrom('plans').selectAll().orderBy('id').execute()
    expect(plans.map(({ name, price, interval }) => [name, price, interval])).toEqual([
      ['free-trial', '0.00', 'two_weeks'],
      ['monthly', '9.99', 'month'],
      ['yearly', '99.00', 'year'],
    ])
    expect(plans[0]).toMatchObject({ id: 1, tokens_limit: 2_000_000, searches_limit: 200, is_enabled: 1 })
  })

  it('gives the yearly plan twelve times the limits of the monthly one, unless an admin chose others', async () => {
    const { db } = database()
    const limits = () =>
      db.selectFrom('plans').select(['tokens_limit', 'searches_limit']).where('name', '=', 'yearly').executeTakeFirst()
    expect(await limits()).toEqual({ tokens_limit: 24_000_000, searches_limit: 2_400 })
    const changed = { tokens_limit: 2_000_000, searches_limit: 7 }
    await db.updateTable('plans').set(changed).where('name', '=', 'yearly').execute()
    await yearlyLimits().up(db)
    expect(await limits()).toEqual(changed)
    await db.updateTable('plans').set({ searches_limit: 200 }).where('name', '=', 'yearly').execute()
    await yearlyLimits().up(db)
    expect(await limits()).toEqual({ tokens_limit: 24_000_000, searches_limit: 2_400 })
  })

  it('gives users that are older than the sort key of names theirs', async () => {
    const { db } = database()
    const [ada, none] = [await insertUserRow(db, 'ada@example.org'), await insertUserRow(db, 'Nobody@example.org')]
    await db.updateTable('users').set({ first_name: "Ïñigo's", last_name: 'Ré' }).where('id', '=', ada).execute()
    await db.updateTable('users').set({ first_name: '', last_name: '' }).where('id', '=', none).execute()
    await setNameKeys(db)
    const keys = await db.selectFrom('users').select(['id', 'name_key']).where('id', 'in', [ada, none]).execute()
    expect(new Map(keys.map(({ id, name_key }) => [id, name_key]))).toEqual(
      new Map([
        [ada, "iñigo's re"],
        [none, 'nobody@example.org'],
      ]),
    )
  })

  it('is migrated once, however often it is opened', async () => {
    expect(await migrate(database().db, engine)).toEqual([])
  })

  it('is migrated once by processes that start together', async () => {
    const storage = await createTestStorage(engine)
    const script = join(import.meta.dirname, '../../support/programs/migrate-process.ts')
    const where = [storage.dataDir, ...(storage.databaseUrl === null ? [] : [storage.databaseUrl])]
    const together = await Promise.all([1, 2, 3].map(() => run(process.execPath, [script, ...where])))
    const ran = together.flatMap(({ stdout }) => stdout.trim().split('\n').filter(Boolean))
    const rows = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database().db)
    expect(ran).toEqual(rows.rows.map(({ name }) => name))
    expect(ran[0]).toBe('0001-foundation')
    await storage.remove()
  })

  it('returns counts and sums as numbers', async () => {
    const { db } = database()
    const row = await db
      .selectFrom('plans')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('tokens_limit').as('sum')])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ count: 3, sum: 28_000_000 })
  })

  it('rejects text in a numeric column', async () => {
    await expect(sql`update plans set tokens_limit = 'many'`.execute(database().db)).rejects.toThrow()
  })
})
