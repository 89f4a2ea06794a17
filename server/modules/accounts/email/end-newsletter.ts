import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { changeUser } from '../accounts.repository.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>

/** Ends the newsletter of the token's user. Idempotent. Throws token_invalid. */
export async function endNewsletter({ config, db, now }: Deps, token: string): Promise<void> {
  const userId = readUnsubscribeToken(config.tokenSecret, token)
  if (userId === undefined) throw tokenInvalid()
  await changeUser(db, userId, { receive_newsletters: 0, updated_at: isoTime(now()) })
}
