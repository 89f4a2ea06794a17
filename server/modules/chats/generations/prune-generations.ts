import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

const RETENTION_MS = DAY_MS
const AT_ONCE = 200

/**
 * Deletes generations that ended a day ago, with their chunks: the message holds the text. A client that resumes later
 * gets `done` with the whole message and no chunks, so chunk numbers stay unambiguous.
 */
export async function pruneGenerations(db: Kysely<Database>, now: number): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('generations')
      .select('id')
      .where('status', '=', 'finished')
      .where('finished_at', '<', isoTime(now - RETENTION_MS))
      .limit(AT_ONCE)
      .execute()
    if (old.length === 0) return
    const ids = old.map((row) => row.id)
    await db.deleteFrom('generations').where('id', 'in', ids).execute()
    if (old.length < AT_ONCE) return
  }
}
