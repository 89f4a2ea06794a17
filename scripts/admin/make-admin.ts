import type { Kysely } from 'kysely'
import { isPersonalPassword } from '#contract/weak-password.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { indexUser } from '#server/db/search/user-index.ts'
import { isoTime } from '#server/lib/time.ts'
import { forgetPending } from '#server/modules/accounts/email-changes.repository.ts'
import { forgetOneTimeTokens } from '#server/modules/accounts/one-time-tokens.repository.ts'
import { hashPassword } from '#server/modules/accounts/password/password-hash.ts'
import { usernameFromEmail, usernameKey } from '#server/modules/accounts/profile/username.ts'
import { revokeSessions } from '#server/modules/accounts/sessions.repository.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'

interface NewAdmin {
  /** In lower case. */
  email: string
  password: string
}

/**
 * Creates an admin; an existing account becomes one, gets the password, is no longer suspended and is signed out
 * everywhere. `refused`: the password equals a name of that account, and nothing was changed.
 */
export async function makeAdmin(
  db: Kysely<Database>,
  { email, password }: NewAdmin,
): Promise<'made' | 'promoted' | 'refused'> {
  const password_hash = await hashPassword(password)
  const time = Date.now()
  const now = isoTime(time)
  return db.transaction().execute(async (trx) => {
    const record = (action: 'admin.made' | 'admin.promoted', id: number) =>
      recordAudit(trx, { actor: { id: null, kind: 'operator' }, action, subject: { kind: 'user', id }, now: time })
    const names = ['username', 'first_name', 'last_name'] as const
    const known = await trx
      .selectFrom('users')
      .select(['id', ...names])
      .where('email', '=', email)
      .executeTakeFirst()
    if (known !== undefined) {
      if (isPersonalPassword(password, known)) return 'refused'
      const lifted = { suspended_at: null, suspended_reason: null }
      const change = { is_admin: 1, password_hash, ...lifted, updated_at: now } as const
      await trx.updateTable('users').set(change).where('id', '=', known.id).execute()
      await forgetOneTimeTokens(trx, known.id, 'reset')
      await forgetPending(trx, known.id)
      await revokeSessions(trx, known.id, {}, now)
      await record('admin.promoted', known.id)
      return 'promoted'
    }
    const username = await freeUsername(trx, email)
    const { id } = await trx
      .insertInto('users')
      .values({
        email,
        username,
        username_key: usernameKey(username),
        first_name: 'Admin',
        last_name: '',
        password_hash,
        google_sub: null,
        is_admin: 1,
        is_provider: 0,
        is_vip: 0,
        is_ad_subscriber: 0,
        receive_newsletters: 0,
        email_verified: 1,
        photo_url: null,
        language: 'en',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await indexUser(trx, { id, email, username, first_name: 'Admin', last_name: '' })
    await record('admin.made', id)
    return 'made'
  })
}

async function freeUsername(db: Kysely<Database>, email: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const name = usernameFromEmail(email, attempt)
    const taken = await db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', usernameKey(name))
      .executeTakeFirst()
    if (taken === undefined) return name
  }
}
