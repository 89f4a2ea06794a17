import type { Dependencies } from '../../../dependencies.ts'
import type { Judge, JudgeInput } from '../../../providers/judge/judge.ts'
import type { Claim } from './claim-scorings.ts'
import { readTwice } from './read-twice.ts'
import type { Scoring } from './scores-of.ts'

/** Scores the answer of a claim. Null when the answer was deleted. Throws when aborted. */
export async function scoreAnswer(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  judge: Judge,
  claim: Claim,
  options: { signal: AbortSignal; pauseMs: number },
): Promise<Scoring | null> {
  const input = await findJudgeInput(db, claim)
  if (input === null) return null
  return readTwice(judge, input, { ...options, log: log.child({ message: claim.message_id }) })
}

async function findJudgeInput(db: Dependencies['db'], { user_id, message_id }: Claim): Promise<JudgeInput | null> {
  const found = await db
    .selectFrom('messages as answer')
    .innerJoin('users', 'users.id', 'answer.user_id')
    .leftJoin('messages as question', (join) =>
      join.onRef('question.user_id', '=', 'answer.user_id').onRef('question.id', '=', 'answer.reply_to'),
    )
    .select(['answer.content as answer', 'question.content as question', 'users.language as language'])
    .where('answer.user_id', '=', user_id)
    .where('answer.id', '=', message_id)
    .where('answer.status', 'in', ['complete', 'interrupted'])
    .executeTakeFirst()
  if (found === undefined || found.answer.trim() === '') return null
  return { answer: found.answer, question: found.question ?? '', language: found.language }
}
