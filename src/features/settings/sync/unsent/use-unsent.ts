import { useMemo } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { useOutbox } from '#data/use-outbox.ts'
import { database, type OwnedKey } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

export interface UnsentItemData {
  entry: OutboxEntry
  /** The title of the entry's chat; null when it is unknown or the entry belongs to no chat. */
  title: string | null
  hasChat: boolean
}

const all = (entries: readonly OutboxEntry[]) => entries

/** Returns all outbox entries in order: waiting, being sent or failed; undefined until they are read. */
export function useUnsent(userId: number): UnsentItemData[] | undefined {
  const entries = useOutbox(userId, all)
  const chatIds = useMemo(() => [...new Set(entries?.map(({ queueKey: chatId }) => chatId))].sort(), [entries])
  const titles = useLiveQuery(() => readTitles(userId, chatIds), [userId, chatIds.join()])
  return useMemo(() => {
    if (titles === undefined) return undefined
    return entries?.map((entry) => {
      const title = titles.get(entry.queueKey) ?? null
      return { entry, title, hasChat: title !== null }
    })
  }, [entries, titles])
}

async function readTitles(userId: number, chatIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await database().chats.bulkGet(chatIds.map((chatId): OwnedKey => [userId, chatId]))
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.title] as const] : [])))
}
