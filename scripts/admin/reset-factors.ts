import type { Kysely } from 'kysely'
import { lockUser } from '#server/db/lock-user.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { isoTime } from '#server/lib/time.ts'
import { findUserByEmail } from '#server/modules/accounts/accounts.repository.ts'
import { deleteSecondFactors } from '#server/modules/accounts/factors/factors.repository.ts'
import { mailSecondFactor } from '#server/modules/accounts/factors/mails/mail-second-factor.ts'
import { revokeSessions } from '#server/modules/accounts/sessions.repository.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'

type Deps = { db: Kysely<Database> } & Parameters<typeof mailSecondFactor>[0]

/**
 * Removes the second factors, passkeys and recovery codes of an account, ends its sessions and tells its owner by mail.
 * Throws an error with a readable message where there is no such account, or nothing to remove.
 */
export async function resetFactors(deps: Deps, email: string): Promise<void> {
  const now = deps.now()
  const user = await deps.db.transaction().execute(async (trx) => {
    const found = await findUserByEmail(trx, email)
    // Locked, so that no factor is added meanwhile.
    const owner = found && (await lockUser(trx, found.id))
    if (owner === undefined) throw new Error(`no account has the address ${email}`)
    if (!(await deleteSecondFactors(trx, owner.id))) throw new Error(`${email} has no second step and no passkey`)
    await revokeSessions(trx, owner.id, {}, isoTime(now))
    const subject = { kind: 'user', id: owner.id } as const
    await recordAudit(trx, { actor: { id: null, kind: 'operator' }, action: 'user.factor_removed', subject, now })
    return owner
  })
  mailSecondFactor(deps, user, 'removed_by_operator')
}
