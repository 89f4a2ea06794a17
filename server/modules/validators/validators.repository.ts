import type { Kysely } from 'kysely'
import type { Validator } from '#contract/objects/rating.ts'
import type { Database } from '../../db/schema/schema.ts'

/** Volunteers, the newest first, with the number of exchanges that each has rated. */
export function selectValidators(db: Kysely<Database>) {
  return db
    .selectFrom('validators')
    .select(['id', 'name', 'email', 'created_at', 'state', 'accepted_at'])
    .select(({ selectFrom }) =>
      selectFrom('exchange_ratings')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('exchange_ratings.user_id', '=', 'validators.user_id')
        .where('kind', '=', 'rating')
        .as('ratings'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectValidators>['executeTakeFirstOrThrow']>>

export const toValidator = (row: Row): Validator => ({ ...row, ratings: Number(row.ratings ?? 0) })

/** Whether an account may rate exchanges: an admin has accepted one of its registrations. */
export async function isValidator(db: Kysely<Database>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('validators')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return row !== undefined
}
