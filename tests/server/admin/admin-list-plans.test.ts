import { CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Engine } from '#server/db/database.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { countQuery, idsQuery } from '#server/modules/admin-billing/listed-subscriptions.repository.ts'
import { countUsersQuery, userIdsQuery } from '#server/modules/users/users.repository.ts'
import { describeOnEachEngine } from '#support/database/test-database.ts'

const at = { time: '2026-11-23T12:00:00.000Z', page: { limit: 24, offset: 0, isReversed: false } }
/** A page near the end, which is read from there. */
const nearEnd = { ...at, page: { ...at.page, isReversed: true } }

/**
 * How the engine executes a query. On PostgreSQL, whose tables are empty here, scans and sorts are what it avoids most.
 */
async function planOf(
  db: Kysely<Database>,
  engine: Engine,
  query: (db: Kysely<Database>) => { compile(): CompiledQuery },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { sql: text, parameters } = query(trx).compile()
    if (engine === 'postgres') {
      for (const what of ['seqscan', 'sort', 'bitmapscan'])
        await sql`set local ${sql.raw(`enable_${what}`)} = off`.execute(trx)
    }
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await trx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    return JSON.stringify(rows)
  })
}

describeOnEachEngine("the queries of an admin's lists", (open) => {
  const plan = (query: Parameters<typeof planOf>[2]) => planOf(open().db, open().engine, query)
  const sorts = () => (open().engine === 'postgres' ? /"(?: *-> )?Sort / : /TEMP B-TREE FOR ORDER BY/)

  it('read a page of the newest subscriptions by their index, without sorting', async () => {
    for (const ordering of ['-created_at', 'created_at'] as const) {
      for (const end of [at, nearEnd]) {
        const found = await plan((db) => idsQuery(db, { ordering }, end))
        expect(found).toContain('subscriptions_listed')
        expect(found).not.toMatch(sorts())
      }
    }
  })

  it('count subscriptions, also those of a state, by an index alone, without their users', async () => {
    for (const selection of [{}, { state: 'cancelled' }] as const) {
      const found = await plan((db) => countQuery(db, selection, at.time))
      expect(found).toMatch(/(?:COVERING INDEX|Index Only Scan using) subscriptions_/)
      expect(found).not.toContain('users')
    }
  })

  it('read subscriptions and users by name by the index of names', async () => {
    for (const ordering of ['name', '-name'] as const) {
      for (const query of [idsQuery, userIdsQuery]) {
        for (const end of [at, nearEnd]) {
          const found = await plan((db) => query(db, { ordering }, end))
          expect(found).toContain('users_by_name')
          expect(found).not.toMatch(sorts())
        }
      }
    }
  })

  it('read the newest users by their key, and those whose payment failed by an index', async () => {
    expect(await plan((db) => userIdsQuery(db, {}, at))).not.toMatch(sorts())
    for (const query of [idsQuery, userIdsQuery]) {
      const found = await plan((db) => query(db, { state: 'payment_failed' }, at))
      expect(found).toMatch(open().engine === 'postgres' ? /subscriptions_/ : /subscriptions_(?:by|of_status)/)
    }
  })

  it('count the users of a state by indexes of subscriptions alone', async () => {
    for (const [state, index] of [
      ['trial', 'status'],
      ['payment_failed', 'status'],
      ['cancelled', 'user_listed'],
      ['none', 'user_listed'],
    ] as const) {
      const found = await plan((db) => countUsersQuery(db, { state }, at.time))
      // PostgreSQL chooses among indexes by how many rows there are, and here are none.
      if (open().engine === 'postgres') expect(found).not.toContain('Seq Scan on subscriptions')
      else {
        expect(found).toContain(`COVERING INDEX subscriptions_of_${index}`)
        expect(found).not.toContain('USING INDEX subscriptions_')
      }
    }
  })

  it('look up the subscriptions of each user by the index of users, also for one plan or state', async () => {
    for (const selection of [{ plan: 2 }, { state: 'active' }, { state: 'none' }, { ordering: 'plan' }] as const) {
      const found = await plan((db) => userIdsQuery(db, selection, at))
      if (open().engine === 'postgres') expect(found).not.toContain('Seq Scan on subscriptions')
      else expect(found).toContain('subscriptions_of_user')
    }
  })
})
