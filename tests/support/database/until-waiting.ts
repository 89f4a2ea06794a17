import { type Kysely, sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '#server/db/schema/schema.ts'

/**
 * Waits until at least that many transactions of PostgreSQL wait for another one; the server's own background work may
 * be among them.
 */
export const untilWaiting = (db: Kysely<Database>, count: number, statement = '') =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and starts_with(query, ${statement})`.execute(
        db,
      )
      expect(Number(rows[0]?.n)).toBeGreaterThanOrEqual(count)
    },
    { timeout: 10_000 },
  )
