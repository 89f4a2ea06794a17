import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listChats as call } from '#contract/endpoints/chats.ts'
import type { Dependencies } from '../../dependencies.ts'
import { fieldError } from '../../http/errors.ts'
import { withTags } from './chats.repository.ts'
import { readCursor, writeCursor } from './page-cursor.ts'
import { isoTime } from './rows.ts'

const PAGE = 50
/**
 * What other transactions were writing while the last list was read carries a time before that list's
 * `synced_at`; clocks of processes differ a little too. So a delta looks back this much further: a client
 * may see a change twice, and never misses one.
 */
const OVERLAP_MS = 5_000

/**
 * Chats by last change, newest first. `synced_at` is the time of the first page on all pages: a chat that
 * changes between two pages comes with the next delta.
 */
export async function listChats(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  { cursor, limit = PAGE, updated_after }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && from === undefined) throw fieldError('cursor', 'invalid')
  const syncedAt = from?.syncedAt ?? isoTime(now())
  const since = updated_after === undefined ? undefined : isoTime(Date.parse(updated_after) - OVERLAP_MS)
  let query = db.selectFrom('chats').selectAll().where('user_id', '=', userId)
  if (since !== undefined) query = query.where('updated_at', '>', since)
  if (from !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('updated_at', '<', from.updatedAt),
        eb.and([eb('updated_at', '=', from.updatedAt), eb('id', '<', from.id)]),
      ]),
    )
  }
  const rows = await query
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    results: await withTags(db, userId, page),
    next_cursor: last === undefined ? null : writeCursor({ updatedAt: last.updated_at, id: last.id, syncedAt }),
    deleted: since === undefined || from !== undefined ? [] : await deletedSince(db, userId, since),
    synced_at: syncedAt,
  }
}

async function deletedSince(db: Dependencies['db'], userId: number, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deletions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'chat')
    .where('deleted_at', '>', since)
    .orderBy('deleted_at')
    .execute()
  return rows.map((row) => row.id)
}
