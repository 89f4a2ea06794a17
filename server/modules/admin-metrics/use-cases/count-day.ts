import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'

interface Counted {
  new_people: number
  /** Answers of this server; imported ones have the time at which another product gave them. */
  answers: number
  /** Subscriptions that started, and that ended. */
  begun: number
  ended: number
}

/**
 * Counts the events from one time (inclusive) to another (exclusive), both ISO 8601. Each count is a range scan of one
 * index of migration 0012. An inactive subscription ended with its period, or with the update that ended it early; one
 * that was never active is not counted.
 */
export async function countDay(
  db: Kysely<Database>,
  { plans, from, until }: { plans: readonly number[]; from: string; until: string },
): Promise<Counted> {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`
  const subscriptions = (which: RawBuilder<unknown>) =>
    sql`(select count(*) from subscriptions where plan_id in (${sql.join(plans)}) and ${which})`
  const { rows } = await sql<Record<keyof Counted, number>>`select
    (select count(*) from users where ${within('created_at')}) as new_people,
    (select count(*) from messages
      where role = 'assistant' and status = 'complete' and imported_from is null
        and ${within('created_at')}) as answers,
    ${subscriptions(sql`${within('created_at')} and created_at < case
      when status in ('active', 'trialing') then current_period_end
      when status = 'incomplete' then ''
      when updated_at < current_period_end then updated_at
      else current_period_end end`)} as begun,
    ${subscriptions(sql`status in ('active', 'trialing') and ${within('current_period_end')}
      and created_at < current_period_end`)}
    + ${subscriptions(sql`status in ('past_due', 'unpaid', 'canceled') and ${within('current_period_end')}
      and updated_at >= current_period_end and created_at < current_period_end`)}
    + ${subscriptions(sql`status in ('past_due', 'unpaid', 'canceled') and ${within('updated_at')}
      and updated_at < current_period_end and created_at < updated_at`)} as ended`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a table gives one row')
  return {
    new_people: Number(row.new_people),
    answers: Number(row.answers),
    begun: Number(row.begun),
    ended: Number(row.ended),
  }
}
