import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../../../db/prepare-query.ts'
import type { Database } from '../../../../db/schema/schema.ts'
import type { Claim } from '../job.ts'

const selectQuestion = prepareQuery((db, value: Value<{ userId: number; messageId: string }>) =>
  db
    .selectFrom('messages as answer')
    .innerJoin('messages as question', (join) =>
      join.onRef('question.user_id', '=', 'answer.user_id').onRef('question.id', '=', 'answer.reply_to'),
    )
    .select('question.content')
    .where('answer.user_id', '=', value('userId'))
    .where('answer.id', '=', value('messageId'))
    .where('question.search', '=', 1),
)

/** The question of an answer that may use the web; null when it may not, and when it continues another answer. */
export async function readQuestionForWeb(db: Kysely<Database>, claim: Claim): Promise<string | null> {
  if (claim.begun > 0) return null
  const [question] = await selectQuestion(db, { userId: claim.user_id, messageId: claim.message_id })
  return question?.content ?? null
}
