import { Dexie } from 'dexie'
import { database } from '../database/database.ts'
import { queryOutbox } from '../database/queries.ts'

/** Counts of data that exists on this device only. */
export interface UnsentCounts {
  messages: number
  /** Unsent changes other than messages: new, renamed, moved, deleted… */
  changes: number
  drafts: number
}

/** Counts what the user would lose by signing out on this device. Use inside `useLiveQuery`. */
export async function countUnsent(userId: number): Promise<UnsentCounts> {
  const db = database()
  const [entries, drafts] = await Promise.all([
    queryOutbox(db, userId),
    db.drafts
      .where('[account+chat]')
      .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
      .filter(({ text }) => text.trim() !== '')
      .count(),
  ])
  const messages = entries.filter(({ kind }) => kind === 'message.send')
  // A chat that is created for its first message is counted with that message, not as a change.
  const chatIds = new Set(messages.map(({ queueKey: chatId }) => chatId))
  const changes = entries.filter(
    ({ kind, queueKey: chatId }) => kind !== 'message.send' && !(kind === 'chat.create' && chatIds.has(chatId)),
  )
  return { messages: messages.length, changes: changes.length, drafts }
}

export const isAnyUnsent = ({ messages, changes, drafts }: UnsentCounts): boolean => messages + changes + drafts > 0
