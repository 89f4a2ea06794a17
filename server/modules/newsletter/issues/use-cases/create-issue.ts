import type { Issue } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { readIssue } from '../issues.repository.ts'

/** Creates a draft without texts. */
export async function createIssue(
  deps: Pick<Dependencies, 'db' | 'config' | 'now'>,
  userId: number,
  record: RecordAudit,
): Promise<Issue> {
  const time = isoTime(deps.now())
  const made = { status: 'draft', revision: 1, send_other_language: 0, created_by: userId } as const
  const id = await deps.db.transaction().execute(async (trx) => {
    const issue = await trx
      .insertInto('newsletter_issues')
      .values({ ...made, created_at: time, updated_at: time })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(trx, { details: { issue: issue.id } })
    return issue.id
  })
  return readIssue(deps, id)
}
