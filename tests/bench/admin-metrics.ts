import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { API_BASE } from '#contract/endpoint.ts'
import { getFigures } from '#contract/endpoints/admin.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { storeMetrics } from '#server/modules/admin-metrics/use-cases/read-metrics.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { onEachEngine } from './support/engines.ts'
import { rowMaker, seedUsers, USERS } from './support/seed-users.ts'
import { signInAdmin } from './support/sign-in-admin.ts'
import { median, ms, quantile, type Row } from './support/table.ts'

export const title = "An admin's morning with 100,000 people and 1,000,000 messages"

const EACH = 10
/** The messages are spread evenly over so many days, so half of the answers are of the last thirty days. */
const SPAN_DAYS = 60
const ROUNDS = 60

export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  await onEachEngine({}, async (server, engine, databaseUrl) => {
    const open = await openDatabase({ databaseUrl, dataDir: server.folder })
    const token = await signInAdmin(server, open.db)
    await seedMessages(open.db, databaseUrl !== null)
    // SQLite has blocked this process, so it has not yet noticed that its idle connection was closed.
    await delay(100)
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
  })
  return rows
}

/** Inserts the chats and messages of people, the same on both engines. */
async function seedMessages(db: Kysely<Database>, isPostgres: boolean): Promise<void> {
  const user = await seedUsers(db, isPostgres)
  const { numbers, ago } = rowMaker(isPostgres)
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
