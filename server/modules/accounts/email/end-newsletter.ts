import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { changeUser } from '../accounts.repository.ts'
import { type Reader, readUnsubscribeToken } from './unsubscribe-token.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>

/**
 * Ends the newsletter of the token's reader, and counts it for the issue whose link they opened; an address without an
 * account is deleted. When an account has taken the address over since, its newsletter ends. Idempotent. False when the
 * address is not stored any more: a later subscription of it has links of its own. Throws token_invalid.
 */
export async function endNewsletter({ config, db, now }: Deps, token: string, issue?: number): Promise<boolean> {
  const reader = readUnsubscribeToken(config.tokenSecret, token)
  if (reader === undefined) throw tokenInvalid()
  const time = isoTime(now())
  return db.transaction().execute(async (trx) => {
    if ('userId' in reader) {
      await endForAccount(trx, reader, { issue, time })
      return true
    }
    if (issue !== undefined) await countUnsubscription(trx, reader, { issue, time })
    const { numDeletedRows } = await trx
      .deleteFrom('newsletter_subscribers')
      .where('id', '=', reader.subscriberId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) return true
    const userId = issue === undefined ? null : await findSuccessor(trx, reader.subscriberId, issue)
    if (userId !== null) await endForAccount(trx, { userId }, { issue, time })
    return userId !== null
  })
}

async function endForAccount(
  trx: Kysely<Database>,
  reader: { userId: number },
  { issue, time }: { issue: number | undefined; time: string },
): Promise<void> {
  await changeUser(trx, reader.userId, { receive_newsletters: 0, updated_at: time })
  if (issue !== undefined) await countUnsubscription(trx, reader, { issue, time })
}

/** The account that has taken over the mail of a former subscriber, which the Message-ID still names; null without. */
async function findSuccessor(trx: Kysely<Database>, subscriberId: number, issue: number): Promise<number | null> {
  const row = await trx
    .selectFrom('newsletter_deliveries')
    .select('user_id')
    .where('issue_id', '=', issue)
    .where('message_id', 'like', `issue${issue}.s${subscriberId}@%`)
    .executeTakeFirst()
  return row?.user_id ?? null
}

async function countUnsubscription(
  trx: Kysely<Database>,
  reader: Reader,
  { issue, time }: { issue: number; time: string },
): Promise<void> {
  await trx
    .updateTable('newsletter_deliveries')
    .set({ unsubscribed_at: time })
    .where('issue_id', '=', issue)
    .where('unsubscribed_at', 'is', null)
    .where((eb) =>
      'userId' in reader ? eb('user_id', '=', reader.userId) : eb('subscriber_id', '=', reader.subscriberId),
    )
    .execute()
}
