import type { OwnedKey } from './database.ts'
import { scopeOfChat } from './prune.ts'
import { syncMessages } from './sync-messages.ts'
import type { SyncOptions } from './sync-options.ts'

const SCOPES = scopeOfChat('')

/**
 * Brings what has changed in the chats whose messages are kept here: other devices' questions and deletions, scores. Those
 * whose messages never were here are brought when they are opened. Errors as `api.call`.
 */
export async function syncStale(options: SyncOptions): Promise<void> {
  const { db, account } = options
  const rows = await db.sync
    .where('[account+scope]')
    .between([account, SCOPES], [account, `${SCOPES}\uffff`])
    .toArray()
  const ids = rows.map(({ scope }) => scope.slice(SCOPES.length))
  const chats = await db.chats.bulkGet(ids.map((id): OwnedKey => [account, id]))
  for (const [index, { seen = '' }] of rows.entries()) {
    const server = chats[index]?.server
    if (server && server.updated_at > seen) await syncMessages({ ...options, chat: server.id, isUnseen: true })
  }
}
