import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'

/** Returns the current rows of the dialog's chats; undefined while they load. */
export function useSelectedChats(userId: number, chatIds: readonly string[]): ChatRow[] | undefined {
  const key = chatIds.join(' ')
  return useLiveQuery(async () => {
    const ids = key === '' ? [] : key.split(' ')
    const rows = await database().chats.bulkGet(ids.map((id): [number, string] => [userId, id]))
    return rows.flatMap((row) => row ?? [])
  }, [userId, key])
}
