import type { ResponseOf } from '#contract/endpoint.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { putServerChat, storedChatTables } from '../chats/local-chat.ts'
import { writeAs } from '../database/write-as.ts'
import type { SyncOptions } from '../sync/sync-options.ts'

const PAGE = 200

type Page = ResponseOf<typeof listChats>

/**
 * Loads all chats in Recently deleted: a sync brings only what was deleted after the first sync of this device. Errors
 * as `api.call`.
 */
export async function loadDeleted({ db, api, userId, signal }: SyncOptions): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { deleted: 'only', limit: PAGE, ...(cursor ? { cursor } : {}) } as const
    const page: Page = await api.call(listChats, { query, as: userId, signal })
    await writeAs(db, userId, storedChatTables(db), async () => {
      // A server of an earlier version answers with the list of chats.
      for (const chat of page.results) if (chat.deleted_at) await putServerChat(db, userId, chat)
    })
    cursor = page.next_cursor
  }
}
