import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { Claim } from './job.ts'

const selectNext = prepareQuery((db, value: Value<{ limit: number; perUser: number }>) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('generations as g')
        .select(['g.id', 'g.user_id'])
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
    .where(({ eb, ref }) => eb(eb(ref('place'), '+', ref('running')), '<=', value('perUser')))
    .orderBy(({ eb, ref }) => eb(ref('place'), '+', ref('running')))
    .orderBy('id')
    .limit(value('limit')),
)

/**
 * Claims up to `limit` queued generations, each only if it is the first unfinished one of its chat, so that a chat's
 * answers are written one at a time and in order. A user has at most `perUser` running, over all processes; users
 * with the fewest running come first, so that one user's many chats do not delay others.
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
