import type { Kysely, Selectable } from 'kysely'
import type { Feedback } from '#contract/objects/feedback.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { MessageFeedbackTable } from '../../db/schema/schema-feedback.ts'

type Row = Selectable<MessageFeedbackTable>

const shown = ['message_id', 'rating', 'reason', 'comment', 'include_exchange'] as const satisfies (keyof Row)[]

/** What a user thinks of answers of theirs, by the answer's id; answers without feedback are missing. */
export async function findFeedback(
  db: Kysely<Database>,
  answers: readonly { id: string; user_id: number }[],
): Promise<Map<string, Feedback>> {
  const [first] = answers
  if (first === undefined) return new Map()
  const ids = answers.map(({ id }) => id)
  const rows = await db
    .selectFrom('message_feedback')
    .select(shown)
    .where('user_id', '=', first.user_id)
    .where('message_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.message_id, toFeedback(row)]))
}

export function toFeedback(row: Pick<Row, (typeof shown)[number]>): Feedback {
  const { rating, reason, comment } = row
  return {
    rating,
    report: reason === null ? null : { reason, comment, include_exchange: row.include_exchange === 1 },
  }
}

/** Deletes the feedback on messages, reports included. */
export async function removeFeedback(
  trx: Kysely<Database>,
  userId: number,
  messageIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('message_feedback').where('user_id', '=', userId).where('message_id', 'in', messageIds).execute()
}
