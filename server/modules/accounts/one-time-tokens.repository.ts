import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isForeignKeyViolation } from '../../db/errors/foreign-key-violation.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { OneTimeTokensTable } from '../../db/schema/schema-accounts.ts'
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
  /** The token is worth nothing once this session has ended. */
  sessionId?: string
  seconds: number
  /** Milliseconds since 1970. */
  now: number
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A new token of 32 random bytes, base64url; only its hash is kept, so a leaked database opens nothing. */
export async function issueOneTimeToken(db: Db, issue: Issue): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await forgetExpired(db, issue.now)
  await insert(db, token, issue, null)
  return token
}

/** For what is written after the answer to a call: undefined when the account has been deleted meanwhile. */
export function issueTokenUnlessDeleted(db: Db, issue: Issue): Promise<string | undefined> {
  return issueOneTimeToken(db, issue).catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error
    return undefined
  })
}

/** Takes a token for itself: of two that try it at once one gets the user's id, the other undefined. */
export async function takeOneTimeToken(db: Db, given: Given): Promise<number | undefined> {
  return (await takeWithSession(db, given))?.userId
}

/** The same with the session that asked for it, which may have ended; null for a token that needed none. */
export async function takeWithSession(
  db: Db,
  { token, purpose, audience, now }: Given,
): Promise<{ userId: number; sessionId: string | null } | undefined> {
  const row = await db
    .updateTable('one_time_tokens')
    .set({ used_at: isoTime(now) })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('audience', audience === undefined ? 'is' : '=', audience ?? null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', isoTime(now))
    .returning(['user_id', 'session_id'])
    .executeTakeFirst()
  return row && { userId: row.user_id, sessionId: row.session_id }
}

/** Whose token it is until it expires, and whether it was used; it stays as it is. */
export async function findOneTimeToken(
  db: Db,
  { token, purpose, now }: Given,
): Promise<{ userId: number; isUsed: boolean } | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['user_id', 'used_at'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', isoTime(now))
    .executeTakeFirst()
  return row && { userId: row.user_id, isUsed: row.used_at !== null }
}

/** For a token that others made: true the first time it is shown, false ever after, until `seconds` are over. */
export function spendForeignToken(db: Db, issue: Issue & { token: string }): Promise<boolean> {
  return insert(db, issue.token, issue, isoTime(issue.now))
}

/** Makes what was issued before worthless: a new link replaces the old one, a new address its confirmations. */
export async function forgetOneTimeTokens(db: Db, userId: number, ...purposes: Purpose[]): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', 'in', purposes).execute()
}

async function insert(db: Db, token: string, issue: Issue, usedAt: string | null): Promise<boolean> {
  const made = await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashOf(token),
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
