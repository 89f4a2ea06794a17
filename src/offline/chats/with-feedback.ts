import type { Message } from '#contract/objects/chat.ts'
import type { Feedback } from '#contract/objects/feedback.ts'
import type { OutboxEntry } from '../database/rows.ts'

type FeedbackEntry = Extract<OutboxEntry, { kind: 'message.feedback' }>

const NONE: Feedback = { rating: null, report: null }

/** The unsent feedback among the entries of a chat, in order; refused changes count no more. */
export const listFeedback = (waiting: readonly OutboxEntry[]): FeedbackEntry[] =>
  waiting.filter((entry): entry is FeedbackEntry => entry.kind === 'message.feedback' && entry.state !== 'failed')

/** Optimistic update: an answer with what the user thinks of it, unsent changes of this device included. */
export function withFeedback<M extends Pick<Message, 'id' | 'feedback'>>(
  message: M,
  unsent: readonly FeedbackEntry[],
): M {
  const own = unsent.filter(({ body }) => body.message === message.id)
  if (own.length === 0) return message
  const feedback = own.reduce(
    (current, { body: { rating = current.rating, report = current.report } }) => ({ rating, report }),
    message.feedback ?? NONE,
  )
  return { ...message, feedback }
}
