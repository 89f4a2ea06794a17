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
 * account is deleted. Idempotent. Throws token_invalid.
 */
export async function endNewsletter({ config, db, now }: Deps, token: string, issue?: number): Promise<void> {
  const reader = readUnsubscribeToken(config.tokenSecret, token)
  if (reader === undefined) throw tokenInvalid()
  const time = isoTime(now())
  await db.transaction().execute(async (trx) => {
    if ('userId' in reader) await changeUser(trx, reader.userId, { receive_newsletters: 0, updated_at: time })
    if (issue !== undefined) await countUnsubscription(trx, reader, { issue, time })
    if ('subscriberId' in reader)
      await trx.deleteFrom('newsletter_subscribers').where('id', '=', reader.subscriberId).execute()
  })
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
