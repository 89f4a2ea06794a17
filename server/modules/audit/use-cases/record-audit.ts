import type { Kysely } from 'kysely'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { AuditAction, NewAuditEntry } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { appendToChain } from '../chain/append-to-chain.ts'

/** `operator` is a program that runs on the server's machine, or the server itself, and has no user id. */
interface AuditActor {
  id: number | null
  kind: 'admin' | 'provider' | 'operator'
}

interface Entry extends NewAuditEntry {
  actor: AuditActor
  action: AuditAction
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Adds an entry to the audit log and its hash chain, unless it is recorded or repeats the actor's last one about the
 * subject within `onceWithinMs`, or anybody's since `onceSince`. Pass the transaction of the change as `db`, and call
 * this last in it, because the chain stays locked until the transaction ends.
 */
export async function recordAudit(db: Kysely<Database>, entry: Entry): Promise<void> {
  const { actor, action, subject, details = {}, now } = entry
  if (entry.isRecorded || (await isOnRecord(db, entry)) || (await isRepeat(db, entry))) return
  await inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('audit')
      .values({
        at: isoTime(now),
        actor_id: actor.id,
        actor_kind: actor.kind,
        action,
        subject_kind: subject?.kind ?? null,
        subject_id: subject?.id ?? null,
        details: JSON.stringify(details),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appendToChain(trx, id)
  })
}

async function isOnRecord(
  db: Kysely<Database>,
  { actor, action, subject, details = {}, onceWithinMs, now }: Entry,
): Promise<boolean> {
  if (onceWithinMs === undefined || actor.id === null) return false
  const last = await db
    .selectFrom('audit')
    .select(['action', 'at', 'details'])
    .where('actor_id', '=', actor.id)
    .where('subject_kind', subject === undefined ? 'is' : '=', subject?.kind ?? null)
    .where('subject_id', subject === undefined ? 'is' : '=', subject?.id ?? null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (subject === undefined && last?.details !== JSON.stringify(details)) return false
  return last?.action === action && last.at >= isoTime(now - onceWithinMs)
}

async function isRepeat(db: Kysely<Database>, { action, subject, details = {}, onceSince }: Entry): Promise<boolean> {
  if (onceSince === undefined || subject === undefined) return false
  const entry = await db
    .selectFrom('audit')
    .select('id')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('action', '=', action)
    .where('details', '=', JSON.stringify(details))
    .where('at', '>=', onceSince)
    .executeTakeFirst()
  return entry !== undefined
}
