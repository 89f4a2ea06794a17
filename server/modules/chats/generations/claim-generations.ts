import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { RUNNING_MAX } from '../../../limits/generation-limits.ts'
import type { Claim } from './job.ts'

/**
 * The queued generations that may begin, in their order: each the first unfinished one of its chat, and at most
 * `perUser` of a user with those that are running.
 */
function orderQueue(db: Kysely<Database>, perUser: number) {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('generations as g')
        .select(({ fn }) => ['g.id', 'g.user_id', fn.coalesce('g.turn_at', 'g.created_at').as('turn_at')])
        .where('g.status', '=', 'queued')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('generations as earlier')
                .select('earlier.id')
                .whereRef('earlier.user_id', '=', 'g.user_id')
                .whereRef('earlier.chat_id', '=', 'g.chat_id')
                .whereRef('earlier.id', '<', 'g.id')
                .where('earlier.status', '!=', 'finished'),
            ),
          ),
        ),
    )
    .with('turns', (cte) =>
      cte.selectFrom('due').select(({ selectFrom, fn, ref }) => [
        'due.id',
        'due.turn_at',
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('due.user_id').orderBy('due.id'))
          .as('place'),
        selectFrom('generations as running')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('running.user_id', '=', ref('due.user_id'))
          .where('running.status', '=', 'running')
          .as('running'),
      ]),
    )
    .selectFrom('turns')
    .select('id')
    .where(({ eb, ref }) => eb(eb(ref('place'), '+', ref('running')), '<=', perUser))
    .orderBy('turn_at')
    .orderBy('id')
}

const selectNext = prepareQuery((db, value: Value<{ limit: number; perUser: number }>) =>
  orderQueue(db, value('perUser')).limit(value('limit')),
)

const selectQueue = prepareQuery((db, value: Value<{ perUser: number }>) => orderQueue(db, value('perUser')))

/** The ids of the queued generations that only wait for room, in the order in which they are claimed. */
export async function listQueued(db: Kysely<Database>): Promise<number[]> {
  return (await selectQueue(db, { perUser: RUNNING_MAX })).map((row) => row.id)
}

/**
 * Claims up to `limit` queued generations, each only if it is the first unfinished one of its chat, so that a chat's
 * answers are written one at a time and in order. A user has at most `perUser` running, over all processes. Those of a
 * user who asks much have later turns, so that they do not delay others, and no answer is passed forever.
 */
export async function claimGenerations(
  db: Kysely<Database>,
  limit: number,
  { processId, now, leaseMs, perUser }: { processId: string; now: number; leaseMs: number; perUser: number },
): Promise<Claim[]> {
  const next = await selectNext(db, { limit, perUser })
  if (next.length === 0) return []
  return db
    .updateTable('generations')
    .set((eb) => ({
      status: 'running' as const,
      owner: processId,
      lease_expires_at: isoTime(now + leaseMs),
      attempts: eb('attempts', '+', 1),
    }))
    .where(
      'id',
      'in',
      next.map((row) => row.id),
    )
    .where('status', '=', 'queued')
    .returning(['id', 'user_id', 'chat_id', 'message_id', 'attempts', 'begun', 'created_at'])
    .execute()
}

export async function countQueued(db: Kysely<Database>): Promise<number> {
  const queued = db.selectFrom('generations').where('status', '=', 'queued')
  const { count } = await queued.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
