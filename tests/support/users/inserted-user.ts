import { randomUUID } from 'node:crypto'
import type { Dependencies } from '#server/dependencies.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { hashPassword } from '#server/modules/accounts/password/password-hash.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'
import { insertTestUser } from '../database/insert-rows.ts'

export const PASSWORD = 'a quiet evening'
let passwordHash: Promise<string> | undefined

interface Given {
  email?: string
  isAdmin?: boolean
  isProvider?: boolean
}

export interface InsertedUser {
  id: number
  email: string
  /** An access token. */
  token: string
  session: string
}

const YEAR_MS = 365 * DAY_MS

/** Inserts a user with a password, a subscription and a session into the tables, for tests that need many users. */
export async function insertSignedInUser(
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
  { email = `${randomUUID()}@example.org`, isAdmin = false, isProvider = false }: Given = {},
): Promise<InsertedUser> {
  passwordHash ??= hashPassword(PASSWORD)
  const id = await insertTestUser(db, email)
  const roles = { is_admin: isAdmin ? 1 : 0, is_provider: isProvider ? 1 : 0 } as const
  await db
    .updateTable('users')
    .set({ ...roles, password_hash: await passwordHash })
    .where('id', '=', id)
    .execute()
  const time = new Date(now()).toISOString()
  const end = new Date(now() + YEAR_MS).toISOString()
  const session = randomUUID()
  const used = { rotated_at: time, previous_rotated_at: null, last_used_at: time, confirmed_at: time }
  const times = { ...used, created_at: time, expires_at: end }
  await db
    .insertInto('sessions')
    .values({ id: session, user_id: id, device: 'Firefox', generation: 1, revoked_at: null, ...times })
    .execute()
  const period = { current_period_start: time, current_period_end: end, created_at: time, updated_at: time }
  await db
    .insertInto('subscriptions')
    .values({
      user_id: id,
      plan_id: 1,
      status: 'trialing',
      is_trial: 1,
      source: 'trial',
      source_id: null,
      cancel_at_period_end: 0,
      ...period,
    })
    .execute()
  const tokens = createAccessTokens({ secret: config.tokenSecret, seconds: 86_400, now })
  return { id, email, session, token: await tokens.sign({ userId: id, sessionId: session }) }
}
