import type { Dependencies } from '../../../dependencies.ts'
import type { Judge, Material } from '../../../providers/judge/judge.ts'
import type { Claim } from './claim-scorings.ts'
import type { Scoring } from './store-scores.ts'
import { addUsage, takeReading } from './take-reading.ts'

/**
 * Makes two independent readings of an answer, one after the other, so that a small machine has capacity for the
 * assistant. Null when the answer was deleted. Throws when aborted.
 */
export async function scoreAnswer(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  judge: Judge,
  claim: Claim,
  options: { signal: AbortSignal; pauseMs: number },
): Promise<Scoring | null> {
  const material = await findMaterial(db, claim)
  if (material === null) return null
  const read = (which: 'first' | 'second') =>
    takeReading(judge, material, {
      ...options,
      which,
      onFailure: (failure) =>
        log.warn({ message: claim.message_id, which, ...failure }, 'a reading of an answer failed'),
    })
  const first = await read('first')
  const second = await read('second')
  return { first: first.reading, second: second.reading, usage: addUsage(first.usage, second.usage) }
}

async function findMaterial(db: Dependencies['db'], { user_id, message_id }: Claim): Promise<Material | null> {
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
