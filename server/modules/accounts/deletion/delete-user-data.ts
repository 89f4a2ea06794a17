import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { deriveKey } from '../../../lib/derive-key.ts'
import { isSystemError } from '../../../lib/system-error.ts'
import { counterName } from '../../../limits/rate-limiter.ts'
import { limits } from '../../../limits/rate-limits.ts'
import { notifyOwners, unfinishedOf } from '../../chats/generations/notify-owners.ts'
import { cancelBilling } from '../../subscriptions/use-cases/cancel-billing.ts'
import { accountKey } from '../sessions/counter-key.ts'

export type DeletionDeps = Pick<Dependencies, 'bus' | 'config' | 'db' | 'engine' | 'erasure' | 'log' | 'payments'>

/** An attempt fails only when it and another transaction each hold a lock that the other waits for (a deadlock). */
const ATTEMPTS_MAX = 5
/** SQLSTATEs of PostgreSQL: a deadlock, and a lock that is not to be had at once. */
const GIVE_WAY = ['40P01', '55P03']

/**
 * Deletes a user with every row that is theirs, ends their sessions, billing and running answers;
 * false when there was nobody any more. Lines of the audit stay and name nobody. `also` runs in the
 * same transaction after the deletion, `before` ahead of it. Throws when billing cannot be cancelled.
 */
export async function deleteUserData(
  deps: DeletionDeps,
  userId: number,
  also: (trx: Kysely<Database>) => Promise<void> = async () => {},
  before: (trx: Kysely<Database>) => Promise<void> = async () => {},
): Promise<boolean> {
  await cancelBilling(deps, userId)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const running = await deps.db.transaction().execute(async (trx) => {
        await before(trx)
        const found = await removeRows(trx, deps, userId)
        if (found !== undefined) await also(trx)
        return found
      })
      if (running === undefined) return false
      deps.erasure.request()
      await notifyOwners(deps, running)
      return true
    } catch (error) {
      if (!isSystemError(error) || !GIVE_WAY.includes(error.code) || attempt === ATTEMPTS_MAX) throw error
      deps.log.warn({ attempt }, 'the deletion of a person gave way to another transaction; trying again')
    }
  }
}

/** Returns the user's unfinished answers. The foreign keys take every row along, and a trigger the audit's ids. */
async function removeRows(
  trx: Kysely<Database>,
  { config, engine }: DeletionDeps,
  userId: number,
): Promise<number[] | undefined> {
  if (engine === 'postgres') await lockChats(trx, userId, 'wait')
  const user = trx.selectFrom('users').select(['id', 'email']).where('id', '=', userId)
  const found = await (engine === 'postgres' ? user.forUpdate() : user).executeTakeFirst()
  if (found === undefined) return undefined
  // Those made before the user was locked. Whoever has one of them locked may wait for the user by now, and would
  // wait for ever for whoever waits for them here.
  if (engine === 'postgres') await lockChats(trx, userId, 'fail')
  const running = await unfinishedOf(trx, userId)
  await trx.deleteFrom('users').where('id', '=', userId).execute()
  await forgetCounts(trx, deriveKey(config.tokenSecret, 'counter'), [String(userId), accountKey(found.email)])
  return running
}

/** Labels, chats, then the user: the order of everybody who writes in chats. */
async function lockChats(trx: Kysely<Database>, userId: number, whenLocked: 'wait' | 'fail'): Promise<void> {
  for (const table of ['folders', 'tags', 'chats'] as const) {
    const rows = trx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate()
    await (whenLocked === 'fail' ? rows.noWait() : rows).execute()
  }
}

async function forgetCounts(trx: Kysely<Database>, key: Uint8Array, keys: readonly string[]): Promise<void> {
  const counterKeys = Object.keys(limits).flatMap((name) => keys.map((who) => counterName(key, name, who)))
  await trx.deleteFrom('rate_limits').where('key', 'in', counterKeys).execute()
}
