import { chownSync, existsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'

/** PostgreSQL keeps a relation in files of this size. */
const SEGMENT_BYTES = 2 ** 30

/**
 * Makes the planner of a PostgreSQL of this machine see `factor` times as many rows, of as many more users: it
 * multiplies the density of its statistics by the size of the files, which are extended here without using space.
 * Nothing may be written or read whole afterwards.
 */
export async function scaleStatistics(db: Kysely<Database>, factor: number): Promise<void> {
  const { rows: folders } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
  const folder = folders[0]?.data_directory ?? ''
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath(c.oid) as path from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'i')`.execute(db)
  for (const { path } of rows) extend(join(folder, path), factor)
  await sql`update pg_statistic set stadistinct = stadistinct * ${factor} where stadistinct > 1 and exists (select 1
    from pg_attribute a where a.attrelid = starelid and a.attnum = staattnum and a.attname in ('user_id', 'chat_id', 'message_id'))`.execute(
    db,
  )
}

function extend(path: string, factor: number): void {
  const first = statSync(path)
  const segment = (n: number) => (n === 0 ? path : `${path}.${n}`)
  let bytes = 0
  for (let n = 0; existsSync(segment(n)); n += 1) bytes += statSync(segment(n)).size
  for (let n = 0; n * SEGMENT_BYTES < bytes * factor; n += 1) {
    const wanted = Math.min(SEGMENT_BYTES, bytes * factor - n * SEGMENT_BYTES)
    if (!existsSync(segment(n))) {
      writeFileSync(segment(n), '', { mode: first.mode })
      chownSync(segment(n), first.uid, first.gid)
    }
    if (statSync(segment(n)).size < wanted) truncateSync(segment(n), wanted)
  }
}
