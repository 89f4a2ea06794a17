import type { Validator } from '#contract/objects/admin/validator.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { mailAcceptance } from '../mail-acceptance.ts'
import { readValidator } from '../validators.repository.ts'

/**
 * Lets a volunteer rate exchanges, and tells them by mail in the language of their account. One who is accepted already
 * gets no second mail. Throws `not_found`.
 */
export async function acceptValidator(
  deps: Pick<Dependencies, 'config' | 'db' | 'mails' | 'now'>,
  id: number,
  record: RecordAudit,
): Promise<Validator> {
  const { accepted, validator, user } = await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('validators')
      .set({ state: 'accepted', accepted_at: isoTime(deps.now()) })
      .where('id', '=', id)
      .where('state', '!=', 'accepted')
      .executeTakeFirst()
    const read = await readValidator(trx, id)
    await record(trx, { subject: { kind: 'user', id: read.user.id } })
    return { ...read, accepted: numUpdatedRows > 0n }
  })
  if (accepted) mailAcceptance(deps, { ...user, email: validator.email })
  return validator
}
