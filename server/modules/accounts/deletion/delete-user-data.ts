import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { deriveKey } from '../../../lib/derive-key.ts'
import { isSystemError } from '../../../lib/system-error.ts'
import { counterName } from '../../../limits/rate-limiter.ts'
import { limits, mailboxLimits } from '../../../limits/rate-limits.ts'
import { notifyOwners, unfinishedOf } from '../../chats/generations/notify-owners.ts'
import { recordPastTrial } from '../../subscriptions/past-trials.repository.ts'
import { hasHadTrial } from '../../subscriptions/subscriptions.repository.ts'
import { cancelBilling } from '../../subscriptions/use-cases/cancel-billing.ts'
import { accountKey } from '../sessions/counter-key.ts'

export type DeletionDeps = Pick<
  Dependencies,
  'bus' | 'config' | 'db' | 'engine' | 'erasure' | 'log' | 'now' | 'payments'
>

/** How often the deletion is tried: an attempt fails in a deadlock, or when another transaction has locked a row. */
const ATTEMPTS_MAX = 5
/** SQLSTATEs of PostgreSQL for a deadlock and for a lock that is not available (NOWAIT). */
const GIVE_WAY = ['40P01', '55P03']

/**
 * Deletes a user with all their rows, and ends their sessions, billing and running answers; false when the user did not
 * exist. Audit entries remain without the user's id. `before` and `also` run in the same transaction, ahead of the
 * deletion and after it. Throws when billing cannot be cancelled.
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
      deps.log.warn({ attempt }, 'the deletion of a user gave way to another transaction; trying again')
    }
  }
}

/**
 * Returns the user's unfinished answers. Foreign keys delete the other rows, and a trigger clears the ids in the audit
 * log.
 */
async function removeRows(
  trx: Kysely<Database>,
  { config, engine, now }: DeletionDeps,
  userId: number,
): Promise<number[] | undefined> {
  if (engine === 'postgres') await lockChats(trx, userId, 'wait')
  const user = trx.selectFrom('users').select(['id', 'email']).where('id', '=', userId)
  const found = await user.forUpdate().executeTakeFirst()
  if (found === undefined) return undefined
  // Locks the rows that were created before the user was locked. It fails instead of waiting, because a transaction
  // that holds one of them may be waiting for the user: that would be a deadlock.
  if (engine === 'postgres') await lockChats(trx, userId, 'fail')
  const running = await unfinishedOf(trx, userId)
  if (await hasHadTrial(trx, userId)) await recordPastTrial(trx, config, { email: found.email, now: now() })
  await trx.deleteFrom('users').where('id', '=', userId).execute()
  await forgetCounts(trx, deriveKey(config.tokenSecret, 'counter'), [String(userId), accountKey(found.email)])
  return running
}

/** Locks labels, then chats, before the user: the lock order of all writers in chats. */
async function lockChats(trx: Kysely<Database>, userId: number, whenLocked: 'wait' | 'fail'): Promise<void> {
  for (const table of ['folders', 'tags', 'chats'] as const) {
    const rows = trx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate()
    await (whenLocked === 'fail' ? rows.noWait() : rows).execute()
  }
}

/**
 * The counts of mails to an address remain until their windows end: else its mailbox could be filled by an account that
 * is deleted and made again.
 */
async function forgetCounts(trx: Kysely<Database>, key: Uint8Array, keys: readonly string[]): Promise<void> {
  const names = Object.keys(limits).filter((name) => !mailboxLimits.has(name))
  const counterKeys = names.flatMap((name) => keys.map((who) => counterName(key, name, who)))
  await trx.deleteFrom('rate_limits').where('key', 'in', counterKeys).execute()
}
