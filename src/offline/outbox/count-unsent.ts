import { database } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'

/** Counts of data that exists on this device only. */
export interface UnsentCounts {
  messages: number
  /** Unsent changes other than messages: new, renamed, moved, deleted… */
  changes: number
  drafts: number
  /** Files of unsent messages and drafts. */
  files: number
}

/** Counts what the user would lose by signing out on this device. Use inside `useLiveQuery`. */
export async function countUnsent(userId: number): Promise<UnsentCounts> {
  const db = database()
  const [entries, rows] = await Promise.all([
    readEntries(db, userId),
    startingWith(db.drafts, '[account+chat]', [userId]).toArray(),
  ])
  const messages = entries.filter((entry) => entry.kind === 'message.send')
  // A chat that is created for its first message is counted with that message, not as a change.
  const chatIds = new Set(messages.map(({ queueKey: chatId }) => chatId))
  const changes = entries.filter(
    ({ kind, queueKey: chatId }) => kind !== 'message.send' && !(kind === 'chat.create' && chatIds.has(chatId)),
  )
  const attached = [...messages.filter(isNotEdit), ...rows].map(({ files = [] }) => files.length)
  return {
    messages: messages.length,
    changes: changes.length,
    drafts: rows.filter(({ text }) => text.trim() !== '').length,
    files: attached.reduce((sum, count) => sum + count, 0),
  }
}

/** The files of an edited question are on the server. */
const isNotEdit = ({ body }: Extract<OutboxEntry, { kind: 'message.send' }>): boolean => body.replaces === undefined

export const isAnyUnsent = ({ messages, changes, drafts, files }: UnsentCounts): boolean =>
  messages + changes + drafts + files > 0
