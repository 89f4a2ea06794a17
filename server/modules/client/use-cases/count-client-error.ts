import { sql } from 'kysely'
import type { ClientErrorInput } from '#contract/objects/client-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'

/** The maximum of rows per day; further kinds of errors share one row, so that a flood cannot fill the disk. */
export const ROWS_PER_DAY = 500
const REST = { code: 'Other', build: 'other', engine: 'other', route: '/' } as const

/** Increments the count of this error for today. */
export async function countClientError(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  error: ClientErrorInput & { engine: string },
): Promise<void> {
  const day = isoTime(now()).slice(0, 10)
  const { source, code, build, engine, route } = error
  const key = { day, source, code, build, engine, route }
  const { numUpdatedRows } = await increment({ db }, key)
  if (numUpdatedRows > 0n) return
  const { rows } = await db
    .selectFrom('client_errors')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('client_errors')
    .values({ ...key, ...(rows < ROWS_PER_DAY ? {} : REST), count: 1 })
    .onConflict((row) =>
      row
        .columns(['day', 'source', 'code', 'build', 'engine', 'route'])
        .doUpdateSet({ count: sql`client_errors.count + 1` }),
    )
    .execute()
}

function increment({ db }: Pick<Dependencies, 'db'>, key: { day: string; engine: string } & ClientErrorInput) {
  return db
    .updateTable('client_errors')
    .set(({ eb }) => ({ count: eb('count', '+', 1) }))
    .where('day', '=', key.day)
    .where('source', '=', key.source)
    .where('code', '=', key.code)
    .where('build', '=', key.build)
    .where('engine', '=', key.engine)
    .where('route', '=', key.route)
    .executeTakeFirst()
}
