import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'

/** A claimed scoring; `owner` is unique for each claim, and only its holder may store a result. */
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
  /** Whether an unexpired lease of another process may be taken over: on SQLite there is no other process. */
  alone: boolean
  /** Owners of this process's claims, which are not claimed again even if their lease has expired. */
  held: readonly string[]
}

/**
 * Claims up to `limit` scorings: queued ones, and those of dead processes; the oldest of each user first, then the next
 * of each (round robin), so that one user's many answers do not delay others. The update is a compare-and-swap, so that
 * only one process gets a scoring.
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
    try {
      const update = db
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
      const { numUpdatedRows } = await update.executeTakeFirst()
      if (numUpdatedRows === 1n) claims.push({ user_id, chat_id, message_id, owner, attempts: attempts + 1 })
    } catch (error) {
      // Nobody else would run the earlier ones before their leases expire. The next claim meets an error that lasts.
      if (claims.length === 0) throw error
      break
    }
  }
  return claims
}

/** Renews the leases; returns the owners that still hold theirs. */
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

/** Requeues a scoring for another process; the attempt is not counted. */
export async function handBack(db: Kysely<Database>, claim: Claim): Promise<void> {
  await db
    .updateTable('scores')
    .set({ state: 'queued', owner: null, lease_expires_at: null, attempts: claim.attempts - 1 })
    .where('user_id', '=', claim.user_id)
    .where('message_id', '=', claim.message_id)
    .where('owner', '=', claim.owner)
    .execute()
}
