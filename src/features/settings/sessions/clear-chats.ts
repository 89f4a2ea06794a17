import { clearHistory } from '#contract/endpoints/chats.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { api } from '#session/api.ts'

/** Deletes chats, saved ones only on request, on the server and here. Returns the number. Errors as `api.call`. */
export async function clearChats(userId: number, withSaved: boolean): Promise<number> {
  const query = { include_saved: withSaved ? 'true' : 'false' } as const
  const { deleted } = await api.call(clearHistory, { query, as: userId })
  const sync = () => syncChats({ db: database(), api, userId })
  // The server has deleted them; if this sync fails, the next one removes them here. Two calls, because the first may
  // join a sync that began before the deletion.
  await sync()
    .then(sync)
    .catch((error: unknown) => logHandled('The copy is not fresh', error))
  return deleted
}
