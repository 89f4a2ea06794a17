import { getSummary } from '#contract/endpoints/chats.ts'
import { database } from '#offline/database/database.ts'
import { startingWith } from '#offline/database/starting-with.ts'
import { writeAs } from '#offline/database/write-as.ts'
import { api } from '#session/api.ts'

export interface SummaryKey {
  userId: number
  chatId: string
  /** The answer that was given with the summary. */
  answerId: string
  /** The last message that the summary covers. */
  summary: string
}

/**
 * The text of a summary: what this device has stored with the answer, else that of the server, which is then stored.
 * If the request fails, the text that is stored with another answer of the same summary is returned.
 */
export async function readSummary(key: SummaryKey, signal: AbortSignal): Promise<string> {
  const { userId, chatId, answerId, summary } = key
  const db = database()
  const stored = await db.messages.get([userId, answerId])
  if (stored?.summary !== undefined && stored.earlier?.summary === summary) return stored.summary
  try {
    const { content } = await api.call(getSummary, { params: { id: chatId, message: summary }, signal })
    await writeAs(db, userId, [db.messages], async () => {
      const row = await db.messages.get([userId, answerId])
      if (row?.earlier?.summary === summary) await db.messages.put({ ...row, summary: content })
    })
    return content
  } catch (error) {
    const same = await startingWith(db.messages, '[account+chat+seq]', [userId, chatId])
      .filter((row) => row.summary !== undefined && row.earlier?.summary === summary)
      .last()
    if (same?.summary === undefined) throw error
    return same.summary
  }
}
