import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { lockIssue } from '../issues.repository.ts'

/** Deletes a draft; its texts and pictures go with it. */
export async function deleteIssue({ db }: Pick<Dependencies, 'db'>, id: number, record: RecordAudit): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockIssue(trx, id, ['draft'])
    await trx.deleteFrom('newsletter_issues').where('id', '=', id).execute()
    await record(trx, { details: { issue: id } })
  })
}
