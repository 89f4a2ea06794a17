import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Passkey } from '#contract/objects/factors/passkey.ts'
import type { Database } from '../../../../db/schema/schema.ts'
import type { PasskeysTable } from '../../../../db/schema/schema-factors.ts'

type Db = Kysely<Database>
export type PasskeyRow = Selectable<PasskeysTable>

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at,
  last_used_at,
})

/** The oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds a passkey by its credential id, whoever owns it. */
export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Stores a passkey; false when an account has this credential already. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<boolean> {
  const made = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export function renamePasskeyRow(db: Db, userId: number, id: string, name: string): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskeyRow(db: Db, userId: number, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/**
 * Records that a passkey has signed; false when it was removed, or has signed with this counter or a later one
 * meanwhile. The counter of an authenticator that does not count is always 0. `now` in ISO 8601.
 */
export async function recordPasskeyUse(db: Db, row: PasskeyRow, counter: number, now: string): Promise<boolean> {
  const changed = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Uses a challenge up: of two answers to it one gets true. Times in ISO 8601. */
export async function takeChallenge(
  db: Db,
  { userId, challenge, endsAt, now }: { userId: number; challenge: string; endsAt: string; now: string },
): Promise<boolean> {
  await db.deleteFrom('answered_challenges').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  const challenge_hash = createHash('sha256').update(challenge).digest('base64url')
  const made = await db
    .insertInto('answered_challenges')
    .values({ user_id: userId, challenge_hash, expires_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}
