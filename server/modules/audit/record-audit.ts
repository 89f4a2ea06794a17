import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { AuditAction, AuditLine } from '../../http/audit.ts'

/** `operator` is whoever runs programs on the server's machine; nobody in the database. */
export interface AuditActor {
  id: number | null
  kind: 'admin' | 'provider' | 'operator'
}

interface Entry extends AuditLine {
  actor: AuditActor
  action: AuditAction
  /** Milliseconds since 1970. */
  now: number
}

/** Adds a line to the audit; `db` is best the transaction of what it tells of. */
export async function recordAudit(db: Kysely<Database>, entry: Entry): Promise<void> {
  const { actor, action, subject, details = {}, now } = entry
  await db
    .insertInto('audit')
    .values({
      at: new Date(now).toISOString(),
      actor_id: actor.id,
      actor_kind: actor.kind,
      action,
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      details: JSON.stringify(details),
    })
    .execute()
}
