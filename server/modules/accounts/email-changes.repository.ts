import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import type { EmailChangesTable } from '../../db/schema/schema-accounts.ts'
import { hashOfLinkToken } from '../../lib/link-token.ts'

type Db = Kysely<Database>
export type EmailChangeRow = Selectable<EmailChangesTable>

/** Stores a request in the place of an earlier one. Times in ISO 8601. */
export async function replacePending(
  trx: Db,
  {
    userId,
    email,
    hash,
    now,
    expiresAt,
  }: { userId: number; email: string; hash: string; now: string; expiresAt: string },
): Promise<void> {
  await forgetPending(trx, userId)
  const change = { token_hash: hash, user_id: userId, new_email: email, created_at: now, expires_at: expiresAt }
  const unconfirmed = { confirmed_at: null, old_email: null, old_google_sub: null, undo_hash: null, undone_at: null }
  await trx
    .insertInto('email_changes')
    .values({ ...change, ...unconfirmed })
    .execute()
}

export function findPending(db: Db, userId: number, now: string): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** An unexpired change by the token mailed to the new address, or to the old one. */
export function findChange(
  db: Db,
  token: string,
  { mailedTo, now }: { mailedTo: 'new' | 'old'; now: string },
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where(mailedTo === 'new' ? 'token_hash' : 'undo_hash', '=', hashOfLinkToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The user's earlier change away from this address, while it can be undone. */
export function findChangeAway(
  db: Db,
  userId: number,
  { email, now }: { email: string; now: string },
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('old_email', '=', email)
    .where('undo_hash', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('confirmed_at')
    .executeTakeFirst()
}

export async function storeChange(db: Db, tokenHash: string, values: Updateable<EmailChangesTable>): Promise<void> {
  await db.updateTable('email_changes').set(values).where('token_hash', '=', tokenHash).execute()
}

/** Takes back the request of a user that waits for its link. */
export async function forgetPending(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}

/** Makes all links about a user's address invalid, also those that undo a change. */
export async function forgetEmailChanges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

/** Makes the links of changes invalid that were confirmed after this one, and of requests. */
export async function forgetLater(db: Db, { user_id, token_hash, confirmed_at }: EmailChangeRow): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('token_hash', '!=', token_hash)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>=', confirmed_at)]))
    .execute()
}

/**
 * Whether an account can still return to this address: nobody may register it meanwhile, because registering needs no
 * access to the mailbox and would prevent the return.
 */
export async function isReserved(db: Db, email: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_changes')
    .select('user_id')
    .where('old_email', '=', email)
    .where('undo_hash', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetExpiredChanges(db: Db, now: string): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}
