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
  const chats = useMemo(() => [...new Set(entries?.map(({ queueKey: chat }) => chat))].sort(), [entries])
  const titles = useLiveQuery(() => readTitles(userId, chats), [userId, chats.join()])
  return useMemo(() => {
    if (titles === undefined) return undefined
    return entries?.map((entry) => {
      const title = titles.get(entry.queueKey) ?? null
      return { entry, title, hasChat: title !== null }
    })
  }, [entries, titles])
}

async function readTitles(userId: number, chats: readonly string[]): Promise<Map<string, string>> {
  const rows = await database().chats.bulkGet(chats.map((chat): OwnedKey => [userId, chat]))
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.title] as const] : [])))
}
