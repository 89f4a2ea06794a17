import type { Validator } from '#contract/objects/admin/validator.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { readValidator } from '../validators.repository.ts'

/**
 * Takes the right to rate from the account of a validator, and gives what was assigned to others; the ratings stay.
 * Every accepted registration of the account ends, because each of them gives the right.
 */
export function endValidator({ db }: Pick<Dependencies, 'db'>, id: number, record: RecordAudit): Promise<Validator> {
  return db.transaction().execute(async (trx) => {
    await trx.updateTable('validators').set({ state: 'ended' }).where('id', '=', id).execute()
    const { validator, user } = await readValidator(trx, id)
    await trx
      .updateTable('validators')
      .set({ state: 'ended' })
      .where('user_id', '=', user.id)
      .where('state', '=', 'accepted')
      .execute()
    await trx.deleteFrom('rating_assignments').where('user_id', '=', user.id).execute()
    await record(trx, { subject: { kind: 'user', id: user.id } })
    return validator
  })
}
