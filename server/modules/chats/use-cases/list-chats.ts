import { type SqlBool, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listChats as call } from '#contract/endpoints/chats.ts'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { fieldError } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import { changedAfter } from '../changed-after.ts'
import { type ShownChat, shownColumns } from '../chats.mappers.ts'
import { withTags } from '../chats.repository.ts'
import { type PageCursor, readCursor, writeCursor } from '../page-cursor.ts'
import { remembersSince } from '../tombstones.repository.ts'

const PAGE = 50

type Deleted = 'exclude' | 'include' | 'only'
type Order = PageCursor['by']
interface Shape {
  by: Order
  deleted: Deleted
  isDelta: boolean
  isNext: boolean
}
type PageValues = { userId: number; limit: number; since: string; pinned: number; at: string; id: string }

/** A row value is compared as the index is ordered, so the database begins at the cursor. */
const preparePage = ({ by, deleted, isDelta, isNext }: Shape) =>
  prepareQuery((db, value: Value<PageValues>) => {
    let query = db.selectFrom('chats').select(shownColumns).where('user_id', '=', value('userId'))
    if (deleted === 'exclude') query = query.where('deleted_at', 'is', null)
    if (deleted === 'only') query = query.where('deleted_at', 'is not', null)
    if (isDelta) query = query.where('updated_at', '>', value('since'))
    if (isNext && by === 'change')
      query = query.where(sql<SqlBool>`(updated_at, id) < (${value('at')}, ${value('id')})`)
    if (isNext && by === 'order') {
      const position = sql`(${value('pinned')}, ${value('at')}, ${value('id')})`
      query = query.where(sql<SqlBool>`(is_pinned, last_message_at, id) < ${position}`)
    }
    const ordered =
      by === 'change'
        ? query.orderBy('updated_at', 'desc')
        : query.orderBy('is_pinned', 'desc').orderBy('last_message_at', 'desc')
    return ordered.orderBy('id', 'desc').limit(value('limit'))
  })

const prepared = new Map<string, ReturnType<typeof preparePage>>()

function pageOf(shape: Shape): ReturnType<typeof preparePage> {
  const key = Object.values(shape).join()
  const page = prepared.get(key) ?? preparePage(shape)
  prepared.set(key, page)
  return page
}

/**
 * Chats in the order of the list (`compareChats`), or changes, the latest first. `synced_at` is the time of the first
 * page on all pages: a chat that changes between two pages comes with the next delta. A client that was offline for
 * longer than tombstones are stored gets all chats, `complete`: it must remove the others.
 */
export async function listChats(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  { cursor, limit = PAGE, updated_after, deleted = 'exclude' }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && from === undefined) throw fieldError('cursor', 'invalid')
  const syncedAt = from?.syncedAt ?? isoTime(now())
  const changedSince = updated_after === undefined ? undefined : changedAfter(updated_after)
  // Older tombstones are deleted, so only a full list shows what was deleted. The result is the same on every page.
  const complete = changedSince !== undefined && !remembersSince(changedSince, Date.parse(syncedAt))
  const since = complete ? undefined : changedSince
  const by = from?.by ?? (changedSince === undefined && deleted === 'exclude' ? 'order' : 'change')
  const read = pageOf({ by, deleted, isDelta: since !== undefined, isNext: from !== undefined })
  const position =
    from?.by === 'order' ? { pinned: from.pinned, at: from.lastMessageAt } : { pinned: 0, at: from?.updatedAt ?? '' }
  const rows = await read(db, { ...position, id: from?.id ?? '', since: since ?? '', userId, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    results: await withTags(db, userId, page),
    next_cursor: last === undefined ? null : writeCursor(cursorAt(last, by, syncedAt)),
    deleted: since === undefined || from !== undefined ? [] : await deletedSince(db, userId, since, deleted),
    synced_at: syncedAt,
    ...(complete ? { complete } : {}),
  }
}

function cursorAt({ id, is_pinned, last_message_at, updated_at }: ShownChat, by: Order, syncedAt: string): PageCursor {
  if (by === 'change') return { by, updatedAt: updated_at, id, syncedAt }
  return { by, pinned: is_pinned, lastMessageAt: last_message_at, id, syncedAt }
}

/** The ids of chats deleted for good since a time; with `exclude` also of those moved to Recently deleted. */
async function deletedSince(
  db: Dependencies['db'],
  userId: number,
  since: string,
  deleted: Deleted,
): Promise<string[]> {
  const gone = await db
    .selectFrom('deletions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'chat')
    .where('deleted_at', '>', since)
    .orderBy('deleted_at')
    .execute()
  if (deleted !== 'exclude') return gone.map((row) => row.id)
  // Every change of such a chat: an app that does not know Recently deleted may have stored it again meanwhile.
  const moved = await db
    .selectFrom('chats')
    .select('id')
    .where('user_id', '=', userId)
    .where('updated_at', '>', since)
    .where('deleted_at', 'is not', null)
    .orderBy('updated_at')
    .execute()
  return [...gone, ...moved].map((row) => row.id)
}
