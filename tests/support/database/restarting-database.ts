import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'

/** A database that refuses one statement of a kind, after `accepted` others, as PostgreSQL does while it starts. */
export function restartingDatabase(
  database: Kysely<Database>,
  refused: 'insertInto' | 'updateTable',
  accepted = 0,
): { db: Kysely<Database>; hasRestarted: () => boolean } {
  let hasRestarted = false
  let left = accepted
  const db = new Proxy(database, {
    get(target, name) {
      if (name === refused && !hasRestarted && left-- === 0) {
        hasRestarted = true
        throw Object.assign(new Error('the database system is starting up'), { code: '57P03' })
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db, hasRestarted: () => hasRestarted }
}
