import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'

/**
 * Ends the subscription of an address that is now the confirmed one of an account, whose own choice counts from here
 * on. The mails of the subscription become the account's: what is still queued follows that choice, and the links that
 * unsubscribe lead to the account. True when the address was to get the newsletter.
 */
export async function replaceSubscriber(
  db: Kysely<Database>,
  { id: userId, email }: { id: number; email: string },
): Promise<boolean> {
  const ofAddress = db.selectFrom('newsletter_subscribers').select('id').where('email', '=', email)
  const ofAccount = db.selectFrom('newsletter_deliveries').select('issue_id').where('user_id', '=', userId)
  await db
    .updateTable('newsletter_deliveries')
    .set({ user_id: userId, subscriber_id: null })
    .where('subscriber_id', 'in', ofAddress)
    // An account has one mail of an issue at most.
    .where('issue_id', 'not in', ofAccount)
    .execute()
  const row = await db
    .deleteFrom('newsletter_subscribers')
    .where('email', '=', email)
    .returning(['confirmed_at', 'bounced_at'])
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null && row.bounced_at === null
}
