import type { OpenDatabase } from '#server/db/database.ts'
import type { Ledger } from './act-as-user.ts'

const IDS_PER_QUERY = 500

export interface Verdict {
  /** Acknowledged questions that are not in the database, or have no complete answer. */
  lost: number
  /** Questions with more than one answer. */
  doubled: number
}

/** Compares what was acknowledged with what is in the database. */
export async function judge({ db }: OpenDatabase, { acknowledged }: Ledger): Promise<Verdict> {
  const verdict: Verdict = { lost: 0, doubled: 0 }
  const ids = [...acknowledged.keys()]
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
    const asked = ids.slice(from, from + IDS_PER_QUERY)
    const questions = await db.selectFrom('messages').select('id').where('id', 'in', asked).execute()
    const stored = new Set(questions.map(({ id }) => id))
    const answers = await db
      .selectFrom('messages')
      .select(['id', 'reply_to', 'status'])
      .where('reply_to', 'in', asked)
      .execute()
    const byQuestion = Map.groupBy(answers, ({ reply_to }) => reply_to)
    for (const id of asked) {
      const own = byQuestion.get(id) ?? []
      const answer = own.find((one) => one.id === acknowledged.get(id))
      if (!stored.has(id) || answer?.status !== 'complete') verdict.lost += 1
      if (own.length > 1) verdict.doubled += 1
    }
  }
  return verdict
}

/** How the median of the last sixth of the samples compares with that of the second sixth: the first one warms up. */
export function growth(samples: readonly number[]): { from: number; to: number } {
  const sixth = Math.max(1, Math.floor(samples.length / 6))
  const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return { from: median(samples.slice(sixth, 2 * sixth)), to: median(samples.slice(-sixth)) }
}

/** Memory may grow by a quarter and 16 MB: caches fill, and PostgreSQL's driver prepares statements. */
export const isBounded = ({ from, to }: { from: number; to: number }): boolean => to <= from * 1.25 + 16 * 1024 * 1024
