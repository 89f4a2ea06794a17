import { DELETED_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '#lib/timing/day-ms.ts'
import { fateOf } from '../chats/local-chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { rowsOf } from './deleted-chats.ts'

/** A chat as the page Recently deleted shows it. */
export interface DeletedChat {
  id: string
  title: string
  preview: string
  deleted_at: string
}

/**
 * Chats in Recently deleted, the last deleted first, with those whose deletion the server does not know yet. Use inside
 * `useLiveQuery`.
 */
export async function queryDeleted(db: CompanionDatabase, userId: number): Promise<DeletedChat[]> {
  const [rows, entries] = await Promise.all([rowsOf(db, userId).toArray(), readEntries(db, userId)])
  const shown = new Map<string, DeletedChat>(rows.map((row) => [row.id, row]))
  for (const [id, queue] of Map.groupBy(entries, ({ queueKey }) => queueKey)) {
    const fate = fateOf(queue)
    if (fate?.kind !== 'chat.delete' || !fate.bin?.row) continue
    shown.set(id, { ...fate.bin.row, deleted_at: new Date(fate.created_at).toISOString() })
  }
  return [...shown.values()]
    .map(({ id, title, preview, deleted_at }) => ({ id, title, preview, deleted_at }))
    .sort((a, b) => (a.deleted_at === b.deleted_at ? b.id.localeCompare(a.id) : a.deleted_at < b.deleted_at ? 1 : -1))
}

/** Deletes chats here that the server never had, once their time is over; the server tells of all others. */
export async function endLocalDeleted(db: CompanionDatabase, userId: number): Promise<void> {
  const last = new Date(Date.now() - DELETED_DAYS * DAY_MS).toISOString()
  await rowsOf(db, userId)
    .filter(({ local, deleted_at }) => local === true && deleted_at < last)
    .delete()
}
