import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listChats as call } from '#contract/endpoints/chats.ts'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { fieldError } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import { changedAfter } from '../changed-after.ts'
import { shownColumns } from '../chats.mappers.ts'
import { withTags } from '../chats.repository.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { remembersSince } from '../tombstones.repository.ts'

const PAGE = 50

type PageValues = { userId: number; limit: number; since: string; updatedAt: string; id: string }

const preparePage = (isDelta: boolean, isNext: boolean) =>
  prepareQuery((db, value: Value<PageValues>) => {
    let query = db.selectFrom('chats').select(shownColumns).where('user_id', '=', value('userId'))
    if (isDelta) query = query.where('updated_at', '>', value('since'))
    if (isNext) {
      query = query.where((eb) =>
        eb.or([
          eb('updated_at', '<', value('updatedAt')),
          eb.and([eb('updated_at', '=', value('updatedAt')), eb('id', '<', value('id'))]),
        ]),
      )
    }
    return query.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(value('limit'))
  })

const pages = {
  all: { first: preparePage(false, false), next: preparePage(false, true) },
  changed: { first: preparePage(true, false), next: preparePage(true, true) },
}

/**
 * Chats by last change, newest first. `synced_at` is the time of the first page on all pages: a chat that changes
 * between two pages comes with the next delta. A client that was offline for longer than tombstones are stored gets all
 * chats, `complete`: it must remove the others.
 */
export async function listChats(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  { cursor, limit = PAGE, updated_after }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && from === undefined) throw fieldError('cursor', 'invalid')
  const syncedAt = from?.syncedAt ?? isoTime(now())
  const asked = updated_after === undefined ? undefined : changedAfter(updated_after)
  // Older tombstones are deleted, so only a full list shows what was deleted. The result is the same on every page.
  const complete = asked !== undefined && !remembersSince(asked, Date.parse(syncedAt))
  const since = complete ? undefined : asked
  const read = pages[since === undefined ? 'all' : 'changed'][from === undefined ? 'first' : 'next']
  const bounds = { since: since ?? '', updatedAt: from?.updatedAt ?? '', id: from?.id ?? '' }
  const rows = await read(db, { ...bounds, userId, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    results: await withTags(db, userId, page),
    next_cursor: last === undefined ? null : writeCursor({ updatedAt: last.updated_at, id: last.id, syncedAt }),
    deleted: since === undefined || from !== undefined ? [] : await deletedSince(db, userId, since),
    synced_at: syncedAt,
    ...(complete ? { complete } : {}),
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
