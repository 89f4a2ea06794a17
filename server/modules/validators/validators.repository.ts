import type { Kysely, Selectable } from 'kysely'
import type { Validator } from '#contract/objects/admin/validator.ts'
import type { Database, UsersTable } from '../../db/schema/schema.ts'
import { validatorNotFound } from './validators.errors.ts'

/** Volunteers, the newest first, with the number of exchanges that each has rated. */
export function selectValidators(db: Kysely<Database>) {
  return db
    .selectFrom('validators')
    .select(['id', 'name', 'email', 'created_at', 'state', 'accepted_at'])
    .select(({ selectFrom }) =>
      selectFrom('exchange_ratings')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('exchange_ratings.user_id', '=', 'validators.user_id')
        .where('kind', '=', 'rating')
        .as('ratings'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectValidators>['executeTakeFirstOrThrow']>>

export const toValidator = (row: Row): Validator => ({ ...row, ratings: Number(row.ratings ?? 0) })

/** Returns which of the accounts may rate exchanges: an admin has accepted one of their registrations. */
export async function findValidators(db: Kysely<Database>, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('validators')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('state', '=', 'accepted')
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Whether an account may rate exchanges. */
export const isValidator = async (db: Kysely<Database>, userId: number): Promise<boolean> =>
  (await findValidators(db, [userId])).has(userId)

type Called = Pick<Selectable<UsersTable>, 'id' | 'email' | 'first_name' | 'last_name'>

/**
 * Gives registrations the new address and name of an account where they have its former ones. A registration with
 * another address or name stays as it is, because its owner chose that on purpose.
 */
export async function followAccount(trx: Kysely<Database>, before: Called, after: Called): Promise<void> {
  const ofAccount = trx.updateTable('validators').where('user_id', '=', before.id)
  const [from, to] = [nameOf(before), nameOf(after)]
  if (from !== to && to !== '') await ofAccount.set({ name: to }).where('name', '=', from).execute()
  if (before.email === after.email) return
  const known = trx
    .selectFrom('validators')
    .select('id')
    .where('user_id', '=', before.id)
    .where('email', '=', after.email)
  await ofAccount
    .set({ email: after.email })
    .where('email', '=', before.email)
    .where(({ not, exists }) => not(exists(known)))
    .execute()
}

const nameOf = ({ first_name, last_name }: Called): string => `${first_name} ${last_name}`.trim()

/** A volunteer, and the account to which mails are addressed. Throws `not_found`. */
export async function readValidator(
  db: Kysely<Database>,
  id: number,
): Promise<{ validator: Validator; user: Pick<Selectable<UsersTable>, 'id' | 'first_name' | 'language'> }> {
  const row = await selectValidators(db).where('validators.id', '=', id).executeTakeFirst()
  const user = await db
    .selectFrom('validators')
    .innerJoin('users', 'users.id', 'validators.user_id')
    .select(['users.id', 'users.first_name', 'users.language'])
    .where('validators.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || user === undefined) throw validatorNotFound()
  return { validator: toValidator(row), user }
}
