import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'
import { indexUsers, setNameKeys } from '#server/db/search/user-index.ts'

export const USERS = 100_000

/** Returns parts of SQL statements that generate the same rows on PostgreSQL and SQLite. */
export function rowMaker(isPostgres: boolean) {
  return {
    numbers: (count: number): RawBuilder<unknown> =>
      isPostgres
        ? sql`(select n from generate_series(1, ${sql.lit(count)}) as n) as numbers`
        : sql`(with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)})
            select n from counted) as numbers`,
    /** The time `n` times seven minutes ago, wrapped around after some days. */
    ago: (n: string, days: number): RawBuilder<unknown> => {
      const minutes = `((${n}) * 7) % ${days * 1440}`
      return sql.raw(
        isPostgres
          ? `to_char(now() at time zone 'UTC' - (${minutes}) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
          : `strftime('%Y-%m-%dT%H:%M:%S.000Z', 'now', '-' || (${minutes}) || ' minutes')`,
      )
    },
    /** A time within thirty days from now, before or after. */
    around: (n: string): RawBuilder<unknown> =>
      sql.raw(
        isPostgres
          ? `to_char(now() at time zone 'UTC' + ((${n}) % 60 - 30) * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
          : `strftime('%Y-%m-%dT%H:%M:%S.000Z', 'now', ((${n}) % 60 - 30) || ' days')`,
      ),
  }
}

/** Inserts users, a subscription and a session of each. Returns the SQL of the id of the user number `n`. */
export async function seedUsers(
  db: Kysely<Database>,
  isPostgres: boolean,
  users = USERS,
): Promise<RawBuilder<unknown>> {
  const { numbers, ago, around } = rowMaker(isPostgres)
  await sql`insert into users (email, username, username_key, first_name, last_name, is_vip, created_at, updated_at)
    select 'person' || n || '@example.org', 'person' || n, 'person' || n, 'Nombre' || (n % 10), 'Apellido' || (n % 997),
      case when n % 10 = 0 then 1 else 0 end, ${ago('n', 365)}, ${ago('n', 1)} from ${numbers(users)}`.execute(db)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('user_words').execute()
    await indexUsers(trx)
    await setNameKeys(trx)
  })
  const { first } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.min<number>('id').as('first'))
    .where('username', '=', 'person1')
    .executeTakeFirstOrThrow()
  const user = sql`${sql.lit(first - 1)} + n`
  await sql`insert into subscriptions (user_id, plan_id, status, is_trial, source, current_period_start,
      current_period_end, created_at, updated_at)
    select ${user}, 1 + n % 3, case when n % 500 = 0 then 'past_due' when n % 5 = 0 then 'trialing' when n % 5 = 1 then 'canceled' else 'active' end, 0, 'grant',
      ${ago('n', 90)}, ${around('n')}, ${ago('n', 90)}, ${ago('n', 20)} from ${numbers(users)}`.execute(db)
  await sql`insert into sessions (id, user_id, device, generation, rotated_at, created_at, last_used_at, expires_at)
    select 's' || n, ${user}, 'Firefox', 1, ${ago('n', 30)}, ${ago('n', 90)}, ${ago('n', 30)}, ${around('n')}
    from ${numbers(users)}`.execute(db)
  // PostgreSQL analyses its tables by itself a minute later; SQLite never does.
  if (isPostgres) await sql`vacuum analyze`.execute(db)
  return user
}
