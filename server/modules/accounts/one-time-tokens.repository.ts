import type { Kysely } from 'kysely'
import { lockUser } from '../../db/lock-user.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { OneTimeTokensTable } from '../../db/schema/schema-accounts.ts'
import { createLinkToken, hashOfLinkToken } from '../../lib/link-token.ts'
import { isoTime } from '../../lib/time.ts'

type Db = Kysely<Database>
type Purpose = OneTimeTokensTable['purpose']['__select__']

interface Given {
  token: string
  purpose: Purpose
  audience?: string
  /** Milliseconds since 1970. */
  now: number
}

interface Issue {
  userId: number
  purpose: Purpose
  audience?: string
  /** The token is invalid once this session has ended. */
  sessionId?: string
  seconds: number
  /** Milliseconds since 1970. */
  now: number
}

export async function issueOneTimeToken(db: Db, issue: Issue): Promise<string> {
  const { token, hash } = createLinkToken()
  await forgetExpired(db, issue.now)
  await insert(db, hash, issue, null)
  return token
}

/**
 * For a link that is mailed after the response: undefined once the account has another address than `email`, because
 * its former one must get no valid link, or has been deleted.
 */
export function issueTokenForAddress(db: Db, email: string, issue: Issue): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, issue.userId)
    return user?.email === email ? issueOneTimeToken(trx, issue) : undefined
  })
}

/** Uses a token up atomically: of two concurrent requests one gets the user's id, the other undefined. */
export async function takeOneTimeToken(db: Db, given: Given): Promise<number | undefined> {
  return (await takeWithSession(db, given))?.userId
}

/** Like `takeOneTimeToken`, with the session that requested the token, which may have ended; null for none. */
export async function takeWithSession(
  db: Db,
  { token, purpose, audience, now }: Given,
): Promise<{ userId: number; sessionId: string | null } | undefined> {
  const row = await db
    .updateTable('one_time_tokens')
    .set({ used_at: isoTime(now) })
    .where('token_hash', '=', hashOfLinkToken(token))
    .where('purpose', '=', purpose)
    .where('audience', audience === undefined ? 'is' : '=', audience ?? null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', isoTime(now))
    .returning(['user_id', 'session_id'])
    .executeTakeFirst()
  return row && { userId: row.user_id, sessionId: row.session_id }
}

/** The user of an unexpired token, and whether it was used; does not use it up. */
export async function findOneTimeToken(
  db: Db,
  { token, purpose, now }: Given,
): Promise<{ userId: number; isUsed: boolean } | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['user_id', 'used_at'])
    .where('token_hash', '=', hashOfLinkToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', isoTime(now))
    .executeTakeFirst()
  return row && { userId: row.user_id, isUsed: row.used_at !== null }
}

/** Marks a token of another issuer as used for `seconds`: true the first time, then false. */
export function spendForeignToken(db: Db, issue: Issue & { token: string }): Promise<boolean> {
  return insert(db, hashOfLinkToken(issue.token), issue, isoTime(issue.now))
}

/** Invalidates earlier tokens: a new link replaces the old one, a new address ends its confirmations. */
export async function forgetOneTimeTokens(db: Db, userId: number, ...purposes: Purpose[]): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

/** Like `forgetOneTimeTokens`, but keeps the token that was just used, so that a repeat of its request is recognised. */
export async function forgetOtherTokens(
  db: Db,
  userId: number,
  { token, purpose }: Pick<Given, 'token' | 'purpose'>,
): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('token_hash', '!=', hashOfLinkToken(token))
    .execute()
}

async function insert(db: Db, token_hash: string, issue: Issue, usedAt: string | null): Promise<boolean> {
  const made = await db
    .insertInto('one_time_tokens')
    .values({
      token_hash,
      user_id: issue.userId,
      purpose: issue.purpose,
      audience: issue.audience ?? null,
      session_id: issue.sessionId ?? null,
      created_at: isoTime(issue.now),
      expires_at: isoTime(issue.now + issue.seconds * 1000),
      used_at: usedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

async function forgetExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', isoTime(now)).execute()
}
