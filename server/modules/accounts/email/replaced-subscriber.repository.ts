import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'

/**
 * Ends the subscription of an address that is now the confirmed one of an account, whose own choice counts from here
 * on. True when the address was to get the newsletter.
 */
export async function replaceSubscriber(db: Kysely<Database>, email: string): Promise<boolean> {
  const row = await db
    .deleteFrom('newsletter_subscribers')
    .where('email', '=', email)
    .returning(['confirmed_at', 'bounced_at'])
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null && row.bounced_at === null
}
