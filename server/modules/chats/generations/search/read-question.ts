import type { Kysely } from 'kysely'
import type { Database } from '../../../../db/schema/schema.ts'
import type { Claim } from '../job.ts'

/** The question of an answer that may use the web; null when it may not, and when it continues another answer. */
export async function readQuestionForWeb(db: Kysely<Database>, claim: Claim): Promise<string | null> {
  if (claim.begun > 0) return null
  const question = await db
    .selectFrom('messages as answer')
    .innerJoin('messages as question', (join) =>
      join.onRef('question.user_id', '=', 'answer.user_id').onRef('question.id', '=', 'answer.reply_to'),
    )
    .select('question.content')
    .where('answer.user_id', '=', claim.user_id)
    .where('answer.id', '=', claim.message_id)
    .where('question.search', '=', 1)
    .executeTakeFirst()
  return question?.content ?? null
}
