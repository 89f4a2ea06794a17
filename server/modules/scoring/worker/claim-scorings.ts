import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'

/** A scoring that this process has to do; `owner` is of this claim alone, and only its holder may store anything. */
export interface Claim {
  user_id: number
  chat_id: string
  message_id: string
  owner: string
  attempts: number
}

interface Options {
  processId: string
  now: number
  leaseMs: number
  /** Whether a process with an unexpired lease may be taken for dead: on SQLite there is no other one. */
  alone: boolean
  /** Owners of what this process is doing, however late it renews them. */
  held: readonly string[]
}

/**
 * Takes up to `limit` scorings: what waits, and what a dead process left; of each user the oldest, then of each the
 * next, so that nobody waits for another's many answers. The update finds the row as
 * it was read or not at all, so that of two processes one gets it.
 */
export async function claimScorings(db: Kysely<Database>, limit: number, options: Options): Promise<Claim[]> {
  const time = isoTime(options.now)
  const found = await db
    .selectFrom('scores')
    .select(['user_id', 'chat_id', 'message_id', 'state', 'owner', 'attempts'])
    .where('state', 'in', ['queued', 'running'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued'),
        eb('lease_expires_at', '<', time),
        ...(options.alone ? [eb('owner', 'not like', `${options.processId}/%`)] : []),
      ]),
    )
    .$if(options.held.length > 0, (query) =>
      query.where((eb) => eb.or([eb('owner', 'is', null), eb('owner', 'not in', options.held)])),
    )
    .orderBy(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('user_id').orderBy('queued_at').orderBy('message_id')),
    )
    .orderBy('queued_at')
    .limit(limit)
    .execute()
  const claims: Claim[] = []
  for (const { user_id, chat_id, message_id, state, owner: before, attempts } of found) {
    const owner = `${options.processId}/${randomUUID()}`
    const { numUpdatedRows } = await db
      .updateTable('scores')
      .set({
        state: 'running',
        owner,
        lease_expires_at: isoTime(options.now + options.leaseMs),
        attempts: attempts + 1,
      })
      .where('user_id', '=', user_id)
      .where('message_id', '=', message_id)
      .where('state', '=', state)
      .where('owner', before === null ? 'is' : '=', before)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) claims.push({ user_id, chat_id, message_id, owner, attempts: attempts + 1 })
  }
  return claims
}

/** Keeps claims alive; returns the owners that still hold theirs. */
export async function renewScorings(db: Kysely<Database>, owners: readonly string[], until: number): Promise<string[]> {
  if (owners.length === 0) return []
  const rows = await db
    .updateTable('scores')
    .set({ lease_expires_at: isoTime(until) })
    .where('owner', 'in', owners)
    .where('state', '=', 'running')
    .returning('owner')
    .execute()
  return rows.flatMap(({ owner }) => owner ?? [])
}

/** Hands a scoring back for the next process; the try does not count. */
export async function handBack(db: Kysely<Database>, claim: Claim): Promise<void> {
  await db
    .updateTable('scores')
    .set({ state: 'queued', owner: null, lease_expires_at: null, attempts: claim.attempts - 1 })
    .where('user_id', '=', claim.user_id)
    .where('message_id', '=', claim.message_id)
    .where('owner', '=', claim.owner)
    .execute()
}
