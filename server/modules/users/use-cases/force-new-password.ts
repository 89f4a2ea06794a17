import { lockUser } from '../../../db/lock-user.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { changeUser } from '../../accounts/accounts.repository.ts'
import { mailForcedPassword } from '../../accounts/email/mails/mail-forced-password.ts'
import { forgetPending } from '../../accounts/email-changes.repository.ts'
import { forgetOneTimeTokens } from '../../accounts/one-time-tokens.repository.ts'
import { revokeSessions } from '../../accounts/sessions.repository.ts'
import { mailNotConfigured } from '../../mails/mails.errors.ts'
import { userNotFound } from '../users.errors.ts'

/**
 * Removes a user's password and ends their sessions; a mailed link lets them choose another one. Throws not_found, and
 * mail_off where no mail can be sent, because nobody could log in any more.
 */
export async function forceNewPassword(
  deps: Pick<Dependencies, 'config' | 'db' | 'mails' | 'now'>,
  id: number,
  record: RecordAudit,
): Promise<void> {
  const user = await deps.db.transaction().execute(async (trx) => {
    const found = await lockUser(trx, id)
    if (found === undefined) throw userNotFound()
    if (deps.config.mail.smtpUrl === null) throw mailNotConfigured()
    const time = isoTime(deps.now())
    await changeUser(trx, id, { password_hash: null, updated_at: time })
    await forgetOneTimeTokens(trx, id, 'reset')
    await forgetPending(trx, id)
    await revokeSessions(trx, id, {}, time)
    await record(trx, { subject: { kind: 'user', id } })
    return found
  })
  mailForcedPassword(deps, user)
}
