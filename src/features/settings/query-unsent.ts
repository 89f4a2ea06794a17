import { database, type OwnedKey } from '#offline/database.ts'
import { queryOutbox } from '#offline/queries.ts'
import type { OutboxEntry } from '#offline/rows.ts'

export interface Unsent {
  entry: OutboxEntry
  /** Of its chat, as known here; null when it is not, or when the entry belongs to none. */
  title: string | null
  hasChat: boolean
}

/** All that waits, is being sent or has failed, in order. Live inside `useLiveQuery`. */
export async function queryUnsent(account: number): Promise<Unsent[]> {
  const db = database()
  const entries = await queryOutbox(db, account)
  const chats = await db.chats.bulkGet(entries.map(({ chat }): OwnedKey => [account, chat]))
  return entries.map((entry, index) => {
    const title = chats[index]?.title ?? null
    return { entry, title, hasChat: title !== null }
  })
}
