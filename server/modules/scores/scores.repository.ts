import type { Kysely } from 'kysely'
import type { Scores } from '#contract/objects/scores.ts'
import type { Database } from '../../db/schema/schema.ts'
import { toScores } from './scores.mappers.ts'

/** The scores of a user's answers by the answer's id; answers that were never scored are missing. */
export async function findScores(
  db: Kysely<Database>,
  answers: readonly { id: string; user_id: number }[],
): Promise<Map<string, Scores>> {
  const [first] = answers
  if (first === undefined) return new Map()
  const rows = await db
    .selectFrom('scores')
    .selectAll()
    .where('user_id', '=', first.user_id)
    .where(
      'message_id',
      'in',
      answers.map((answer) => answer.id),
    )
    .execute()
  return new Map(rows.flatMap((row) => [toScores(row) ?? []].flat().map((scores) => [scores.message, scores] as const)))
}
