import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { API_BASE } from '#contract/endpoint.ts'
import { getFigures, listUsers } from '#contract/endpoints/admin.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { indexUsers, setNameKeys } from '#server/db/search/user-index.ts'
import { storeMetrics } from '#server/modules/admin-metrics/use-cases/read-metrics.ts'
import { createTestClient } from '#support/api/test-client.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { onEachEngine } from './support/engines.ts'
import { median, ms, quantile, type Row } from './support/table.ts'

export const title = "An admin's morning with 100,000 people and 1,000,000 messages"

const USERS = 100_000
const EACH = 10
/** Half of the answers are of the last thirty days: a product that grows. */
const SPAN_DAYS = 60
const ROUNDS = 60

const lists = [
  ['the newest', ''],
  ['by badge', '?flag=is_vip'],
  ['by a name of one', '?search=person77777'],
  ['by a name of ten thousand', '?search=nombre7'],
  ['by a domain of everybody', '?search=example'],
  ['sorted by name', '?ordering=name'],
  ['sorted by plan', '?ordering=plan'],
  ['sorted by state', '?ordering=state'],
  ['sorted by last seen', '?ordering=-last_seen_at'],
  ['whose payment failed', '?state=payment_failed'],
  ['on trial, by name', '?state=trial&ordering=name'],
  ['without a subscription', '?state=none'],
  ['of one plan', '?plan=2'],
] as const

export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  await onEachEngine({}, async (server, engine, databaseUrl) => {
    const open = await openDatabase({ databaseUrl, dataDir: server.folder })
    const token = await signIn(server, open.db)
    await seed(open.db, databaseUrl !== null)
    // SQLite has blocked this process, so it has not yet noticed that its idle connection was closed.
    await pause(100)
    const deps = { db: open.db, now: Date.now }
    const first = await ask(server, token, getFigures.path)
    const begun = performance.now()
    await storeMetrics(deps)
    const stored = performance.now() - begun
    await open.close()
    const times = await ask(server, token, getFigures.path)
    rows.push(
      [`${engine}: GET ${getFigures.path}, median`, ms(median(times)), '50 ms'],
      ['  95th percentile', ms(quantile(times, 0.95)), '50 ms'],
      ['  before the housekeeping has stored the days, median', ms(median(first))],
      ['  storing twenty-eight days, once', ms(stored)],
    )
    for (const [what, query] of lists) {
      const each = await ask(server, token, listUsers.path + query)
      rows.push([`  people, ${what}: 95th percentile`, ms(quantile(each, 0.95))])
    }
  })
  return rows
}

/** Signs in an admin with a token of its own, because the bench knows the server's secret. */
async function signIn(server: LiveServer, db: Kysely<Database>): Promise<string> {
  const user = await createTestClient(server.url).registerUser()
  await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
  return user.access
}

/** Inserts the same rows on both engines by SQL of the engine itself. */
async function seed(db: Kysely<Database>, isPostgres: boolean): Promise<void> {
  const numbers = (count: number) =>
    isPostgres
      ? sql`(select n from generate_series(1, ${sql.lit(count)}) as n) as numbers`
      : sql`(with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)})
          select n from counted) as numbers`
  /** The time `n` times seven minutes ago, wrapped around after some days. */
  const ago = (n: string, days: number) => {
    const minutes = `((${n}) * 7) % ${days * 1440}`
    return sql.raw(
      isPostgres
        ? `to_char(now() at time zone 'UTC' - (${minutes}) * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
        : `strftime('%Y-%m-%dT%H:%M:%S.000Z', 'now', '-' || (${minutes}) || ' minutes')`,
    )
  }
  const later = (n: string) =>
    sql.raw(
      isPostgres
        ? `to_char(now() at time zone 'UTC' + ((${n}) % 60 - 30) * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
        : `strftime('%Y-%m-%dT%H:%M:%S.000Z', 'now', ((${n}) % 60 - 30) || ' days')`,
    )
  await sql`insert into users (email, username, username_key, first_name, last_name, is_vip, created_at, updated_at)
    select 'person' || n || '@example.org', 'person' || n, 'person' || n, 'Nombre' || (n % 10), 'Apellido' || (n % 997),
      case when n % 10 = 0 then 1 else 0 end, ${ago('n', 365)}, ${ago('n', 1)} from ${numbers(USERS)}`.execute(db)
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
      ${ago('n', 90)}, ${later('n')}, ${ago('n', 90)}, ${ago('n', 20)} from ${numbers(USERS)}`.execute(db)
  await sql`insert into sessions (id, user_id, device, generation, rotated_at, created_at, last_used_at, expires_at)
    select 's' || n, ${user}, 'Firefox', 1, ${ago('n', 30)}, ${ago('n', 90)}, ${ago('n', 30)}, ${later('n')}
    from ${numbers(USERS)}`.execute(db)
  await sql`insert into chats (user_id, id, title, request_hash, created_at, updated_at, last_message_at)
    select ${user}, 'c', '', '', ${ago('n', 60)}, ${ago('n', 1)}, ${ago('n', 1)} from ${numbers(USERS)}`.execute(db)
  for (let seq = 1; seq <= EACH; seq += 1) {
    await sql`insert into messages (user_id, id, chat_id, role, content, status, seq, created_at, updated_at)
      select ${user}, 'm' || ${sql.lit(String(seq))}, 'c', ${sql.lit(seq % 2 === 1 ? 'user' : 'assistant')},
        'A text of a length that texts have, so that rows are not read for nothing.', 'complete', ${sql.lit(seq)},
        ${ago(`n * ${EACH} + ${seq}`, SPAN_DAYS)}, ${ago('n', 1)} from ${numbers(USERS)}`.execute(db)
  }
  // PostgreSQL analyses its tables by itself a minute later; SQLite never does.
  if (isPostgres) await sql`vacuum analyze`.execute(db)
}

async function ask(server: LiveServer, token: string, path: string): Promise<number[]> {
  const times: number[] = []
  for (let round = -5; round < ROUNDS; round += 1) {
    const begun = performance.now()
    const reply = await fetch(server.url + API_BASE + path, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    await reply.text()
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times
}
