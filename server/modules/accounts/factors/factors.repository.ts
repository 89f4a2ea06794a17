import type { Kysely, Selectable } from 'kysely'
import type { ProofMethod } from '#contract/objects/second-factor.ts'
import type { Engine } from '../../../db/database.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { TotpSecretsTable } from '../../../db/schema/schema-factors.ts'
import type { UserRow } from '../accounts.repository.ts'

type Db = Kysely<Database>
export type TotpRow = Selectable<TotpSecretsTable>

/** Returns the secret of a user's authenticator app, also one that no code has confirmed yet. */
export function findTotp(db: Db, userId: number): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** How the user proves who they are by their second factors; empty without any. Recovery codes are codes, too. */
export async function factorMethods(db: Db, userId: number): Promise<ProofMethod[]> {
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
  if (passkey !== undefined) return ['passkey', 'code']
  return (await findTotp(db, userId))?.confirmed_at == null ? [] : ['code']
}

/** Whether the account has an authenticator app or a passkey: then its password alone opens nothing. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (await factorMethods(db, userId)).length > 0
}

/**
 * Locks the factors of a user: until the transaction ends, no other one adds or removes any or renews the codes. SQLite runs one write
 * transaction at a time anyway.
 */
export async function lockFactors(db: Db, engine: Engine, userId: number): Promise<void> {
  if (engine === 'sqlite') return
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Replaces a secret that no code has confirmed; false when a confirmed one exists. `now` in ISO 8601. */
export async function insertTotp(db: Db, userId: number, sealed: string, now: string): Promise<boolean> {
  const made = await db
    .insertInto('totp_secrets')
    .values({ user_id: userId, sealed, created_at: now, confirmed_at: null, last_step: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, created_at: now, last_step: null })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Marks a secret as confirmed; false when a concurrent request has confirmed or replaced it. */
export async function confirmTotpSecret(db: Db, row: TotpRow, step: number, now: string): Promise<boolean> {
  const changed = await db
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', row.user_id)
    .where('sealed', '=', row.sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Uses up a time step and those before it: of two requests with the same code one gets true. */
export async function takeStep(db: Db, row: TotpRow, step: number): Promise<boolean> {
  const changed = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', row.user_id)
    .where('sealed', '=', row.sealed)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Uses up a recovery code: of two concurrent requests one gets true. */
export async function takeRecoveryCode(db: Db, userId: number, code_hash: string, now: string): Promise<boolean> {
  const changed = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Replaces all recovery codes of a user. `now` in ISO 8601. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  hashes: readonly string[],
  now: string,
): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now, used_at: null }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Deletes the secret; false when the account had none that was confirmed. */
export async function deleteTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row?.confirmed_at != null
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Deletes all second factors with the recovery codes; false when the account had none. */
export async function deleteSecondFactors(db: Db, userId: number): Promise<boolean> {
  const had = await hasSecondFactor(db, userId)
  await deleteRecoveryCodes(db, userId)
  await deleteTotp(db, userId)
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  return had
}

/**
 * Deletes the passkeys, the authenticator app and the recovery codes that were added after `since` (ISO 8601), and an
 * app that no code has confirmed, however old. When no second factor is left, all recovery codes are deleted.
 */
export async function deleteFactorsSince(db: Db, userId: number, since: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>', since).execute()
  await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('confirmed_at', 'is', null), where('confirmed_at', '>', since)]))
    .execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('created_at', '>', since).execute()
  if (!(await hasSecondFactor(db, userId))) await deleteRecoveryCodes(db, userId)
}

/**
 * Deletes what was added until the address was confirmed, because somebody else may have registered it: passkeys, an
 * authenticator app and recovery codes. For who has proved that the address is theirs. False when the time is not known
 * or no factor was deleted.
 */
export async function deleteUnprovenFactors(
  db: Db,
  { id, email_confirmed_at: until }: Pick<UserRow, 'id' | 'email_confirmed_at'>,
): Promise<boolean> {
  if (until === null) return false
  const passkeys = await db.deleteFrom('passkeys').where('user_id', '=', id).where('created_at', '<=', until).execute()
  const app = await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', id)
    .where('created_at', '<=', until)
    .returning('confirmed_at')
    .executeTakeFirst()
  await db.deleteFrom('recovery_codes').where('user_id', '=', id).where('created_at', '<=', until).execute()
  if (!(await hasSecondFactor(db, id))) await deleteRecoveryCodes(db, id)
  return app?.confirmed_at != null || passkeys.some(({ numDeletedRows }) => numDeletedRows > 0n)
}
