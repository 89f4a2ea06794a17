import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Caller } from '../../../lib/caller.ts'
import { appError } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccessTokens } from './access-token.ts'

interface Options {
  db: Kysely<Database>
  now: () => number
  accessTokens: AccessTokens
}

const findCaller = prepareQuery((db, value: Value<{ sessionId: string; userId: number; now: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.is_admin',
      'users.is_provider',
      'users.language',
      'users.suspended_at',
      'sessions.confirmed_at',
    ])
    .where('sessions.id', '=', value('sessionId'))
    .where('sessions.user_id', '=', value('userId'))
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', value('now')),
)

/** Authenticates a request: the token holds user and session, and one query reads their current state. */
export function createAuthenticate({ db, now, accessTokens }: Options): (headers: Headers) => Promise<Caller> {
  return async (headers) => {
    const token = /^Bearer +([\w.-]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1]
    const claims = token === undefined ? undefined : await accessTokens.verify(token)
    if (claims === undefined) throw appError('token_not_valid')
    const [row] = await findCaller(db, { sessionId: claims.sessionId, userId: claims.userId, now: isoTime(now()) })
    if (row === undefined) throw appError('token_not_valid')
    return {
      id: row.id,
      sessionId: claims.sessionId,
      isAdmin: row.is_admin === 1,
      isProvider: row.is_provider === 1,
      isSuspended: row.suspended_at !== null,
      language: row.language,
      confirmedAt: row.confirmed_at,
    }
  }
}
