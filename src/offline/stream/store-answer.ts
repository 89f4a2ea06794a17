import type { Message } from '#contract/objects/chat.ts'
import { putServerMessages } from '../chats/store-messages.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { writeAs, writeIfSpace } from '../database/write-as.ts'
import type { LiveAnswer } from './live-answers.ts'

/** Reads the stored partial text and cursor of an answer. */
export async function readPartial(db: CompanionDatabase, userId: number, messageId: string): Promise<LiveAnswer> {
  const row = await db.messages.get([userId, messageId])
  // Without a cursor the stored text cannot be continued; the stream starts at the beginning.
  if (!row?.cursor || row.status !== 'streaming') return { text: '', reasoning: '', cursor: 0, connected: false }
  return { text: row.content, reasoning: row.reasoning ?? '', cursor: row.cursor, connected: false }
}

/**
 * Stores the partial text, unless the finished message is stored or another tab has stored a later cursor. Rejects when
 * the disk is full: nothing is evicted for a text that is in memory and on the server.
 */
export async function savePartial(
  db: CompanionDatabase,
  userId: number,
  messageId: string,
  { text, reasoning, cursor }: LiveAnswer,
): Promise<void> {
  await writeIfSpace(db, userId, [db.messages], async () => {
    const row = await db.messages.get([userId, messageId])
    if (row?.status !== 'streaming' || (row.cursor ?? 0) >= cursor) return
    await db.messages.put({ ...row, content: text, reasoning, cursor })
  })
}

export async function saveMessages(db: CompanionDatabase, userId: number, messages: Message[]): Promise<void> {
  await writeAs(db, userId, [db.messages, db.outbox], () => putServerMessages(db, userId, messages))
}

/** Marks an answer as failed whose final message the server has not sent; the text so far is kept. */
export async function markFailed(
  db: CompanionDatabase,
  userId: number,
  messageId: string,
  { text, code }: { text: string; code: string },
): Promise<void> {
  await writeAs(db, userId, [db.messages], async () => {
    const row = await db.messages.get([userId, messageId])
    if (row?.status === 'streaming') await db.messages.put({ ...row, content: text, status: 'failed', failure: code })
  })
}
