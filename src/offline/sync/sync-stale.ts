import { isApiError, isSignedOutError } from '#api/errors.ts'
import { isUnreachable } from '#api/expected-error.ts'
import type { OwnedKey } from '../database/database.ts'
import { scopeOfChat } from '../database/removable-chats.ts'
import { syncMessages } from './sync-messages.ts'
import type { SyncOptions } from './sync-options.ts'

const SCOPES = scopeOfChat('')

/**
 * Syncs the changed chats whose messages are stored here; the messages of others are loaded when opened. An error of
 * one chat does not stop the others: the first is returned at the end. Throws errors as `api.call` that would affect
 * every chat.
 */
export async function syncStale(options: SyncOptions): Promise<{ error: unknown } | undefined> {
  const { db, userId } = options
  const rows = await db.sync
    .where('[account+scope]')
    .between([userId, SCOPES], [userId, `${SCOPES}\uffff`])
    .toArray()
  const ids = rows.map(({ scope }) => scope.slice(SCOPES.length))
  const chats = await db.chats.bulkGet(ids.map((id): OwnedKey => [userId, id]))
  let failed: { error: unknown } | undefined
  for (const [index, { seen = '' }] of rows.entries()) {
    const server = chats[index]?.server
    if (!server || server.updated_at <= seen) continue
    try {
      await syncMessages({ ...options, chatId: server.id, isUnseen: true })
    } catch (error) {
      if (options.signal?.aborted || meetsAll(error)) throw error
      failed ??= { error }
    }
  }
  return failed
}

const meetsAll = (error: unknown): boolean =>
  isSignedOutError(error) || isUnreachable(error) || (isApiError(error) && error.status === 429)
