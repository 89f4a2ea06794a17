import type { FeedbackPatch } from '#contract/objects/feedback.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry } from './new-entry.ts'

type FeedbackEntry = Extract<OutboxEntry, { kind: 'message.feedback' }>

/**
 * Queues a rating or a report of an answer. Last writer wins: an earlier entry of the answer that is not being sent is
 * merged into the new one, so that the answer has one such entry at most.
 */
export async function enqueueFeedback(
  db: CompanionDatabase,
  { userId, chatId, messageId, patch }: { userId: number; chatId: string; messageId: string; patch: FeedbackPatch },
): Promise<void> {
  await writeAs(db, userId, [db.outbox], async () => {
    const earlier = (await readEntries(db, userId, chatId)).filter(
      (entry) => isAbout(entry, messageId) && entry.state !== 'sending',
    )
    await db.outbox.bulkDelete(earlier.flatMap(({ order }) => order ?? []))
    const body = Object.assign({}, ...earlier.map((entry) => entry.body), patch, { message: messageId })
    await db.outbox.add({ ...freshEntry(userId, chatId), kind: 'message.feedback', body })
  })
}

const isAbout = (entry: OutboxEntry, messageId: string): entry is FeedbackEntry =>
  entry.kind === 'message.feedback' && entry.body.message === messageId
