import { sql } from 'kysely'
import { RATINGS_WEEKS, type WeekRatings } from '#contract/objects/feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

const WEEK_MS = 7 * DAY_MS
/** The first Monday after 1 January 1970, a Thursday. */
const A_MONDAY = 4 * DAY_MS

/**
 * Counts the ratings of the last weeks by week (Monday to Sunday, UTC) and model, newest week first. An answer counts
 * in the week in which it was written, as it is rated now: a rating that was taken back, or whose answer was deleted,
 * does not count.
 */
export async function countRatings({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<WeekRatings[]> {
  const monday = now() - ((now() - A_MONDAY) % WEEK_MS)
  const weeks = Array.from({ length: RATINGS_WEEKS }, (_, back) => isoTime(startOfDay(monday - back * WEEK_MS)))
  const oldest = weeks.at(-1) ?? ''
  const branches = weeks.map((week) => sql`when messages.created_at >= ${week} then ${week}`)
  const rows = await db
    .selectFrom('message_feedback')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.user_id', '=', 'message_feedback.user_id')
        .onRef('messages.id', '=', 'message_feedback.message_id'),
    )
    .where('message_feedback.rating', 'is not', null)
    // A rating is later than its answer: older rows need no look at their message.
    .where('message_feedback.updated_at', '>=', oldest)
    .where('messages.created_at', '>=', oldest)
    .select(({ fn }) => [
      sql<string>`case ${sql.join(branches, sql` `)} end`.as('week'),
      'messages.model as model',
      fn.countAll<number>().filterWhere('message_feedback.rating', '=', 'helpful').as('helpful'),
      fn.countAll<number>().filterWhere('message_feedback.rating', '=', 'not_helpful').as('not_helpful'),
    ])
    .groupBy(['week', 'messages.model'])
    .orderBy('week', 'desc')
    .orderBy('messages.model')
    .execute()
  return rows.map(({ week, model, helpful, not_helpful }) => ({
    ...{ week: week.slice(0, 10), model },
    ...{ helpful: Number(helpful), not_helpful: Number(not_helpful) },
  }))
}

const startOfDay = (time: number): number => time - (time % DAY_MS)
