import type { ResponseOf } from '#contract/endpoint.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { putServerChat, storedChatTables } from '../chats/local-chat.ts'
import { endServerChat } from '../chats/remove-server-chat.ts'
import type { OwnedKey } from '../database/database.ts'
import { chatsByAge } from '../database/removable-chats.ts'
import { startingWith } from '../database/starting-with.ts'
import { writeAs } from '../database/write-as.ts'
import type { SyncOptions } from './sync-options.ts'

const PAGE = 200

type Page = ResponseOf<typeof listChats>

/**
 * A full sync, for a device that was offline for longer than the server keeps tombstones: reads the whole list of
 * chats, stores those that are here already and the newest up to `wanted`, and deletes those that the server no longer
 * has. Errors as `api.call`; an aborted run starts again at the next sync.
 */
export async function resyncChats(options: SyncOptions, since: string, wanted: number): Promise<void> {
  const { db, userId } = options
  const seen = new Set<string>()
  const first = await readPages(options, since, async ({ results }) => {
    const here = await db.chats.bulkGet(results.map(({ id }): OwnedKey => [userId, id]))
    await store(
      options,
      results.filter(({ deleted_at }, n) => deleted_at || here[n] !== undefined || seen.size + n < wanted),
    )
    for (const { id } of results) seen.add(id)
  })
  const isAllHere = seen.size <= wanted
  // Chats that were changed during the read have moved to the first page, so later changes are read too.
  const changes = await readPages(options, first, async ({ results, deleted }) => {
    await store(options, results)
    for (const { id } of results) seen.add(id)
    for (const id of deleted) seen.delete(id)
  })
  await writeAs(db, userId, storedChatTables(db), async () => {
    for (const { id, local, server } of await chatsByAge(db, userId)) {
      const isNew = server !== undefined && server.created_at >= first
      if (!local && !isNew && !seen.has(id)) await endServerChat(db, userId, id)
    }
    const deleted = await startingWith(db.deletedChats, '[account+id]', [userId]).primaryKeys()
    for (const [, id] of deleted) if (!seen.has(id)) await endServerChat(db, userId, id)
    const row = { synced_at: changes, next_cursor: isAllHere ? null : '', finished_at: Date.now() }
    await db.sync.put({ userId, scope: 'chats', ...row })
  })
}

/** Returns the server's time at the first page. */
async function readPages(
  { api, userId, signal }: SyncOptions,
  updated_after: string,
  take: (page: Page) => Promise<void>,
): Promise<string> {
  let cursor: string | null = null
  let synced_at: string | undefined
  do {
    const query = { updated_after, deleted: 'include' as const, limit: PAGE, ...(cursor ? { cursor } : {}) }
    const page: Page = await api.call(listChats, { query, as: userId, signal })
    synced_at ??= page.synced_at
    cursor = page.next_cursor
    await take(page)
  } while (cursor !== null)
  return synced_at
}

async function store({ db, userId }: SyncOptions, chats: Page['results']): Promise<void> {
  await writeAs(db, userId, storedChatTables(db), async () => {
    for (const chat of chats) await putServerChat(db, userId, chat)
  })
}
