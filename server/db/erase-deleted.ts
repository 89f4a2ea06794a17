import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './database.ts'
import type { Database } from './schema/schema.ts'

/** Pages of the search index that are merged in one statement: some milliseconds of the event loop. */
const MERGE_PAGES = 64

/**
 * SQLite files up to this many bytes are rewritten as a whole, which took about half a second on the machine
 * where it was measured; requests wait meanwhile. Larger ones are not (docs/decisions/050).
 */
const REWRITE_MAX = 64_000_000

/** The product's own tables. Others may be in the same database, whose owners decide when they are vacuumed. */
const tableNames: Record<keyof Database, true> = {
  users: true,
  sessions: true,
  plans: true,
  subscriptions: true,
  plan_terms: true,
  checkouts: true,
  payment_customers: true,
  payment_prices: true,
  payment_events: true,
  sandbox_sessions: true,
  sandbox_subscriptions: true,
  sandbox_events: true,
  chats: true,
  folders: true,
  tags: true,
  chat_tags: true,
  deletions: true,
  messages: true,
  generations: true,
  generation_chunks: true,
  rate_limits: true,
  push_subscriptions: true,
  audit: true,
  client_errors: true,
  one_time_tokens: true,
  photos: true,
  search_entries: true,
  known_addresses: true,
  chat_profiles: true,
  memories: true,
  usage_entries: true,
  validators: true,
  scores: true,
  user_words: true,
  daily_figures: true,
}
const tables = Object.keys(tableNames).map((name) => sql.table(name))

/**
 * Removes what deleted rows have left behind in the database's files (docs/decisions/050). Throws when another program
 * is using the SQLite file at that moment, and the reason of `signal` once that is aborted.
 */
export async function eraseDeleted(db: Kysely<Database>, engine: Engine, signal: AbortSignal): Promise<void> {
  if (engine === 'postgres') return vacuumPostgres(db, signal)
  await mergeSearchIndex(db, signal)
  await rewriteFile(db)
}

/**
 * Deleted rows become free space at once, instead of when a fifth of their table has been deleted. Files are not made
 * shorter, which would lock tables against requests. A VACUUM that takes minutes is cancelled when `signal` is aborted.
 */
async function vacuumPostgres(db: Kysely<Database>, signal: AbortSignal): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    signal.throwIfAborted()
    let cancelled: Promise<unknown> | undefined
    const cancel = () => {
      // By another connection: this one is busy until VACUUM ends.
      cancelled = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(db)
    }
    signal.addEventListener('abort', cancel, { once: true })
    try {
      await sql`vacuum (skip_locked, truncate false) ${sql.join(tables)}`.execute(connection)
    } finally {
      signal.removeEventListener('abort', cancel)
      await cancelled
    }
  })
}

/**
 * FTS5 only marks an entry as deleted until its segment is merged, so all segments are merged into one. A negative
 * number of pages begins that, positive ones go on; fewer than two changes mean that it is done
 * (https://sqlite.org/fts5.html, "The 'merge' Command").
 */
async function mergeSearchIndex(db: Kysely<Database>, signal: AbortSignal): Promise<void> {
  for (let pages = -MERGE_PAGES; ; pages = MERGE_PAGES) {
    signal.throwIfAborted()
    const changes = await db.connection().execute(async (connection) => {
      const before = await totalChanges(connection)
      await sql`insert into search_words (search_words, rank) values ('merge', ${pages})`.execute(connection)
      return (await totalChanges(connection)) - before
    })
    if (changes < 2) return
    // Requests that have come in the meantime are answered between two steps.
    await nextEventLoopTurn()
  }
}

async function totalChanges(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Empties the write-ahead log into the file, without waiting for other programs: the whole process would wait. */
async function rewriteFile(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows: timeouts } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection)
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      // Moving rows between pages leaves copies of them in unused parts of pages, which secure_delete does not reach.
      if ((await fileSize(connection)) <= REWRITE_MAX) await sql`vacuum`.execute(connection)
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
      if (rows[0]?.busy !== 0) throw new Error('another program is reading the database')
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(timeouts[0]?.timeout ?? 0)}`.execute(connection)
    }
  })
}

async function fileSize(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
  return rows[0]?.bytes ?? 0
}
