import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { engineOf } from '../../../db/engine-of.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { AuditTable } from '../../../db/schema/schema-accounts.ts'
import { digestOf, GENESIS, hashEntry } from './hash-entry.ts'

const BATCH = 500
const SALT_BYTES = 16

export const isUnchained = sql<boolean>`not exists (select 1 from audit_chain where audit_chain.audit_id = audit.id)`

/**
 * Appends an entry to the chain in the transaction that inserted it. The lock is taken after the insertion, which may
 * wait for the deletion of its user, and is held until the end of the transaction, so that all processes build one
 * chain.
 */
export async function appendToChain(trx: Kysely<Database>, id: number): Promise<void> {
  await lockChain(trx)
  // Read, because a trigger has removed the ids of users who do not exist.
  await append(trx, [await trx.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()])
}

/**
 * Appends the entries that are not in the chain yet, oldest first: those that are older than the chain, and those of an
 * older version of the server that runs beside this one. Returns how many.
 */
export async function appendMissing(db: Kysely<Database>): Promise<number> {
  for (let total = 0; ; ) {
    const appended = await db.transaction().execute(async (trx) => {
      await lockChain(trx)
      const missing = trx.selectFrom('audit').selectAll().where(isUnchained).orderBy('id').limit(BATCH)
      // An entry whose user is being deleted is left to the next run: to wait for it with the chain locked could
      // deadlock.
      const rows = await missing.forUpdate().skipLocked().execute()
      await append(trx, rows)
      return rows.length
    })
    total += appended
    if (appended === 0) return total
  }
}

/** SQLite needs no lock: its transactions begin as the only writer (`begin immediate`, server/db/sqlite.ts). */
async function lockChain(trx: Kysely<Database>): Promise<void> {
  if (engineOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('audit_chain'))`.execute(trx)
}

async function append(trx: Kysely<Database>, entries: readonly Selectable<AuditTable>[]): Promise<void> {
  if (entries.length === 0) return
  const last = await trx
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  let { position, hash } = last ?? { position: 0, hash: GENESIS }
  const links = entries.map((entry) => {
    position += 1
    const actor = saltedDigest(entry.actor_id)
    const subject = saltedDigest(entry.subject_kind === 'user' ? entry.subject_id : null)
    const digests = { actor_digest: actor.digest, subject_digest: subject.digest }
    hash = hashEntry(entry, { position, previous: hash, ...digests })
    return { position, audit_id: entry.id, actor_salt: actor.salt, subject_salt: subject.salt, ...digests, hash }
  })
  await trx.insertInto('audit_chain').values(links).execute()
}

/** Both null when the entry names no user. */
function saltedDigest(userId: number | null): { salt: string; digest: string } | { salt: null; digest: null } {
  if (userId === null) return { salt: null, digest: null }
  const salt = randomBytes(SALT_BYTES).toString('hex')
  return { salt, digest: digestOf(salt, userId) }
}
