import { useAtomValue } from 'jotai'
import type { Message } from '#contract/objects/chat.ts'
import { alignmentTrend, countingAnswers } from '#contract/score-formulas.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { startingWith } from '#offline/database/starting-with.ts'
import { TEMPORARY_CHAT } from '../../temporary/temporary-path.ts'
import { temporaryAtom } from '../../temporary/temporary-state.ts'

/** The number of messages to read: older ones have no weight in the average any more. */
const LAST = 200

export interface TrendPoint {
  messageId: string
  pcs: number | null
  /** The average of the chat up to this answer. */
  oas: number | null
}

/**
 * Returns the scores of a chat, which are in memory for a temporary one: those of one answer, and the trend of the last
 * answers.
 */
export function useChatScores(userId: number, chatId: string, id: string) {
  const { messages } = useAtomValue(temporaryAtom)
  const stored = useLiveQuery(async () => {
    if (chatId === TEMPORARY_CHAT) return undefined
    const db = database()
    const message = await db.messages.get([userId, id])
    const newestFirst = await startingWith(db.messages, '[account+chat+seq]', [userId, chatId])
      .reverse()
      .limit(LAST)
      .toArray()
    return { message: message ?? null, trend: trendOf(newestFirst.reverse()) }
  }, [userId, chatId, id])
  if (chatId !== TEMPORARY_CHAT) return stored
  return { message: messages.find((message) => message.id === id) ?? null, trend: trendOf(messages) }
}

/** Returns the trend points of the counting answers, by position; answers without a PCS are left out. */
export function trendOf(messages: readonly Message[]): TrendPoint[] {
  const answers = messages.filter(
    ({ role, status }) => role === 'assistant' && (status === 'complete' || status === 'interrupted'),
  )
  const scored = countingAnswers(answers).filter(({ scores }) => scores !== null && scores.pcs !== null)
  const pcs = scored.map(({ scores }) => scores?.pcs ?? null)
  const oas = alignmentTrend(pcs)
  return scored.map(({ id }, at) => ({ messageId: id, pcs: pcs[at] ?? null, oas: oas[at] ?? null }))
}
