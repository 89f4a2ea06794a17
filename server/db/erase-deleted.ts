import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './database.ts'
import type { Database } from './schema.ts'

/** Pages of the search index that are merged in one statement: some milliseconds of the event loop. */
const MERGE_PAGES = 64

/**
 * SQLite files up to this many bytes are rewritten as a whole, which takes half a second at most; requests wait
 * meanwhile. Larger ones are not (docs/decisions/050).
 */
const REWRITE_MAX = 64_000_000

/**
 * Removes what deleted rows have left behind in the database's files (docs/decisions/050). Throws when another program
 * is using the SQLite file at that moment, and the reason of `signal` once that is aborted.
 */
export async function eraseDeleted(db: Kysely<Database>, engine: Engine, signal: AbortSignal): Promise<void> {
  if (engine === 'postgres') return vacuumPostgres(db)
  await mergeSearchIndex(db, signal)
  await rewriteFile(db)
}

/**
 * Deleted rows become free space at once, instead of when a fifth of their table has been deleted. Files are not made
 * shorter, which would lock tables against requests.
 */
async function vacuumPostgres(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  const tables = rows.map(({ name }) => sql.table(name))
  await sql`vacuum (skip_locked, truncate false) ${sql.join(tables)}`.execute(db)
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
    await nextTurn()
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
