import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { useOutbox } from '#data/use-outbox.ts'
import { database, type OwnedKey } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

export interface UnsentItemData {
  entry: OutboxEntry
  /** Of its chat, as known here; null when it is not, or when the entry belongs to none. */
  title: string | null
  hasChat: boolean
}

const all = (entries: readonly OutboxEntry[]) => entries

/** All that waits, is being sent or has failed, in order; undefined until it is read. */
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
