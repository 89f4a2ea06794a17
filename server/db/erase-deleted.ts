import { randomUUID } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './database.ts'
import type { Database } from './schema/schema.ts'

/** Pages of the search index that one statement merges: this blocks the event loop for a few milliseconds. */
const MERGE_PAGES = 64

/**
 * SQLite files up to this many bytes are rewritten (VACUUM), which blocks requests for about half a second. Larger
 * files are not rewritten (docs/decisions/050).
 */
const REWRITE_MAX = 64_000_000

/** The tables of the product. The database may hold other tables, which their owners vacuum. */
const tableNames: Record<keyof Database, true> = {
  users: true,
  sessions: true,
  plans: true,
  subscriptions: true,
  plan_terms: true,
  checkouts: true,
  payment_customers: true,
  payment_prices: true,
  promotion_codes: true,
  payment_coupons: true,
  payment_events: true,
  payment_accounts: true,
  invoices: true,
  payment_failures: true,
  refunds: true,
  billing_mails: true,
  past_trials: true,
  sandbox_sessions: true,
  sandbox_subscriptions: true,
  sandbox_events: true,
  sandbox_invoices: true,
  sandbox_refunds: true,
  chats: true,
  folders: true,
  tags: true,
  chat_tags: true,
  deletions: true,
  withdrawn_messages: true,
  messages: true,
  generations: true,
  generation_chunks: true,
  rate_limits: true,
  push_subscriptions: true,
  audit: true,
  audit_chain: true,
  client_errors: true,
  one_time_tokens: true,
  email_changes: true,
  totp_secrets: true,
  recovery_codes: true,
  passkeys: true,
  answered_challenges: true,
  photos: true,
  search_entries: true,
  known_addresses: true,
  chat_profiles: true,
  memories: true,
  removed_memories: true,
  usage_entries: true,
  validators: true,
  scores: true,
  message_feedback: true,
  user_words: true,
  daily_figures: true,
  disabled_models: true,
  files: true,
  file_chunks: true,
  file_contents: true,
  message_files: true,
  stored_objects: true,
  shared_chats: true,
  chat_summaries: true,
  newsletter_issues: true,
  newsletter_versions: true,
  newsletter_images: true,
  newsletter_subscribers: true,
  newsletter_deliveries: true,
  newsletter_links: true,
  offered_exchanges: true,
  exchange_ratings: true,
  rating_assignments: true,
  judge_runs: true,
  judge_run_scores: true,
  legal_texts: true,
  consents: true,
}
const tables = Object.keys(tableNames).map((name) => sql.table(name))

/**
 * Removes the data of deleted rows from the database's files (docs/decisions/050). Throws when another program is using
 * the SQLite file at that moment. Once `signal` is aborted, throws its reason, or PostgreSQL's error for a cancelled
 * statement.
 */
export async function eraseDeleted(db: Kysely<Database>, engine: Engine, signal: AbortSignal): Promise<void> {
  if (engine === 'postgres') return vacuumPostgres(db, signal)
  await mergeSearchIndex(db, signal)
  await rewriteFile(db)
}

/**
 * VACUUM frees the space of deleted rows at once; autovacuum would wait until a fifth of the table is deleted. The
 * files are not truncated, because that would lock the tables. Aborting `signal` cancels a VACUUM that takes minutes.
 */
async function vacuumPostgres(db: Kysely<Database>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const mark = `/* erasure ${randomUUID()} */`
  let cancelled: Promise<unknown> | undefined
  const cancel = () => {
    // The statement is found by its text: behind a pooler, two statements of one connection may run in two sessions.
    cancelled = sql`select pg_cancel_backend(pid) from pg_stat_activity
      where usename = current_user and starts_with(query, ${mark})`.execute(db)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await sql`${sql.raw(mark)} vacuum (skip_locked, truncate false) ${sql.join(tables)}`.execute(db)
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelled
  }
}

/**
 * FTS5 only marks an entry as deleted until its segment is merged, so all segments are merged into one. A negative
 * number of pages starts the merge, positive ones continue it; fewer than two changes mean that it is complete
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
    // Requests that have arrived are handled between two steps.
    await nextEventLoopTurn()
  }
}

async function totalChanges(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Rewrites a small file and empties the write-ahead log into it. Waiting for other programs would block the process.
 */
async function rewriteFile(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows: timeouts } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection)
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      // Moving rows between pages leaves copies in unused parts of pages, which secure_delete does not overwrite.
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
