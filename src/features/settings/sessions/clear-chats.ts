import { clearHistory } from '#contract/endpoints/chats.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { api } from '#session/api.ts'

/** Deletes a person's chats on the server, saved ones only when asked, then here. Returns how many. Errors as `api.call`. */
export async function clearChats(userId: number, withSaved: boolean): Promise<number> {
  const query = { include_saved: withSaved ? 'true' : 'false' } as const
  const { deleted } = await api.call(clearHistory, { query, as: userId })
  const sync = () => syncChats({ db: database(), api, userId })
  // They are gone already: a copy that cannot be brought up to date now is so at the next sync.
  // The first may join one that began before; another after it has not.
  await sync()
    .then(sync)
    .catch((error: unknown) => logHandled('The copy is not fresh', error))
  return deleted
}
