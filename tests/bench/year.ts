import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { getFigures, getUser, getUserUsage, listAudit, listUsers } from '#contract/endpoints/admin.ts'
import { createChat, getMessages, listChats, sendMessage, updateChat } from '#contract/endpoints/chats.ts'
import { getUsageLimits, listTags, search } from '#contract/endpoints/companion.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'
import { type RunningServer, startServer } from '#server/start-server.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { findPostgresBinaries } from '#support/database/postgres-binaries.ts'
import { startPostgres } from '#support/database/start-postgres.ts'
import { explain, recordStatements } from './support/record-statements.ts'
import { scaleStatistics } from './support/scale-statistics.ts'
import { MESSAGES_OF_A_USER, seedYear } from './support/seed-year.ts'
import { median, ms, type Row } from './support/table.ts'

/** What a million people write and get in a year. */
const YEAR = 100_000_000
/** So many messages are generated; sizes and the planner's statistics are scaled from them. */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 300_000)
const USERS = MESSAGES / MESSAGES_OF_A_USER
const FACTOR = YEAR / MESSAGES
const SLOWEST = 10
const GB = 1e9

export const title = `A year of ${YEAR / MESSAGES_OF_A_USER / 1e6} million people on PostgreSQL, scaled from ${MESSAGES} messages of ${USERS} users`

export async function measure(): Promise<Row[]> {
  const postgres = await startPostgres(findPostgresBinaries, {
    shared_buffers: '1GB',
    maintenance_work_mem: '512MB',
    max_wal_size: '8GB',
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'companion-year-'))
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', SCORING: 'off' }
  const secret = {
    TOKEN_SECRET: 'ten quiet harbours and forty one lanterns',
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
  }
  const server = await startServer({ ...settings, ...secret }, { say: () => undefined })
  try {
    const { db } = server.dependencies
    const first = await seedYear(db, USERS)
    const sizes = await readSizes(db)
    const users = [first, first + Math.floor(USERS / 2)]
    const tokens = await signIn(server, users)
    const recorder = recordStatements()
    await use(server, tokens, users)
    const slowest = await findSlowest(db, recorder.stop())
    await scaleStatistics(db, FACTOR)
    return [...sizes, ...(await describeSlowest(db, slowest))]
  } finally {
    await server.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The tables that a year fills, the largest first, in gigabytes for all people. */
async function readSizes(db: Kysely<Database>): Promise<Row[]> {
  const { rows } = await sql<{ name: string; rows: number; table: number; indexes: number }>`select relname as name,
      reltuples::float8 as rows, pg_table_size(oid)::float8 as "table", pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${USERS / 2}
    order by pg_total_relation_size(oid) desc`.execute(db)
  const gigabytes = (bytes: number) => `${((bytes * FACTOR) / GB).toFixed(1)} GB`
  const all = rows.reduce((sum, { table, indexes }) => sum + table + indexes, 0)
  return [
    ['all tables and indexes', gigabytes(all)],
    ...rows.map(
      (row): Row => [
        `${row.name}: ${Math.round((row.rows * FACTOR) / 1e6)} million rows`,
        `${gigabytes(row.table)}, indexes ${gigabytes(row.indexes)}`,
      ],
    ),
  ]
}

/** Access tokens of these users, each with a plan, and of an admin. */
async function signIn({ dependencies, address }: RunningServer, users: readonly number[]) {
  const { db, config, now } = dependencies
  const later = new Date(now() + DAY_MS).toISOString()
  await db.updateTable('sessions').set({ expires_at: later }).where('user_id', 'in', users).execute()
  const paid = { status: 'active', current_period_end: later } as const
  await db.updateTable('subscriptions').set(paid).where('user_id', 'in', users).execute()
  const tokens = createAccessTokens({ secret: config.tokenSecret, seconds: 86_400, now })
  const sessions = await db.selectFrom('sessions').select(['id', 'user_id']).where('user_id', 'in', users).execute()
  const admin = await createTestClient(address).registerUser()
  await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
  return {
    admin: admin.access,
    users: await Promise.all(sessions.map(({ id, user_id }) => tokens.sign({ userId: user_id, sessionId: id }))),
  }
}

type Tokens = Awaited<ReturnType<typeof signIn>>

/** What people and admins do most. */
async function use({ address, dependencies }: RunningServer, tokens: Tokens, users: readonly number[]): Promise<void> {
  const client = createTestClient(address)
  const yesterday = new Date(dependencies.now() - DAY_MS).toISOString()
  for (const token of tokens.users) {
    const page = await client.call(listChats, { token, query: { limit: 30 } })
    const cursor = page.next_cursor === null ? {} : { cursor: page.next_cursor }
    await client.call(listChats, { token, query: { limit: 30, ...cursor } })
    await client.call(listChats, { token, query: { updated_after: yesterday } })
    for (const { id } of page.results.slice(0, 5)) {
      const { messages } = await client.call(getMessages, { token, params: { id }, query: { limit: 50 } })
      await client.call(getMessages, { token, params: { id }, query: { before: messages.at(-1)?.seq ?? 1, limit: 50 } })
      await client.call(updateChat, { token, params: { id }, body: { is_pinned: true } })
      await client.call(sendMessage, { token, body: { id: randomUUID(), chat: id, content: 'And then?' } })
    }
    for (const q of ['uno', 'an', 'ca lo', 'mi']) await client.call(search, { token, query: { q } })
    await client.call(listTags, { token })
    await client.call(getUsageLimits, { token })
    const id = randomUUID()
    await client.call(createChat, { token, body: { id } })
    await client.call(sendMessage, { token, body: { id: randomUUID(), chat: id, content: 'A first question' } })
  }
  const token = tokens.admin
  for (const query of [{}, { search: 'person77' }, { search: 'nombre7' }, { ordering: '-last_seen_at' }] as const) {
    await client.call(listUsers, { token, query })
  }
  await client.call(getFigures, { token })
  await client.call(listAudit, { token })
  for (const id of users) {
    await client.call(getUser, { token, params: { id } })
    await client.call(getUserUsage, { token, params: { id } })
  }
}

interface Slow {
  query: CompiledQuery
  /** The median of three executions. */
  took: number
}

/** Runs each statement again, since its first execution also opened connections and read from the disk. */
async function findSlowest(db: Kysely<Database>, queries: readonly CompiledQuery[]): Promise<Slow[]> {
  const measured: Slow[] = []
  for (const query of queries.filter(({ sql: text }) => /^(?:select|with|update|delete)/i.test(text))) {
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) times.push((await explain(db, query, { analyze: true })).ms)
    measured.push({ query, took: median(times) })
  }
  return measured.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST)
}

/** How long each took here, and how PostgreSQL would run it on the year of all. */
async function describeSlowest(db: Kysely<Database>, slowest: readonly Slow[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const [index, { query, took }] of slowest.entries()) {
    const { reads, cost } = await explain(db, query)
    const text = query.sql.replaceAll(/\s+/g, ' ')
    rows.push([`${index + 1}. ${text.slice(0, 110)}`, ms(took)])
    rows.push([`   ${[...new Set(reads)].join(', ').slice(0, 110) || 'no table'}`, `cost ${Math.round(cost)}`])
  }
  return rows
}
