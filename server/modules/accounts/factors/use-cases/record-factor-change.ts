import type { Kysely } from 'kysely'
import type { Database } from '../../../../db/schema/schema.ts'
import type { AuditAction } from '../../../../lib/audit-actions.ts'
import type { Caller } from '../../../../lib/caller.ts'
import { recordAudit } from '../../../audit/use-cases/record-audit.ts'

/** Records a change of one's own factors in the audit log, which is of admins and providers only. */
export async function recordFactorChange(
  db: Kysely<Database>,
  { id, isAdmin, isProvider }: Pick<Caller, 'id' | 'isAdmin' | 'isProvider'>,
  action: AuditAction & `${'passkey' | 'totp'}.${string}`,
  now: number,
): Promise<void> {
  if (!isAdmin && !isProvider) return
  const actor = { id, kind: isAdmin ? 'admin' : 'provider' } as const
  await recordAudit(db, { actor, action, subject: { kind: 'user', id }, now })
}
