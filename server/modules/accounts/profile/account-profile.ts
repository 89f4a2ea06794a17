import type { Updateable } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateProfile as updateProfileCall } from '#contract/endpoints/accounts.ts'
import type { User } from '#contract/objects/user.ts'
import { isUniqueViolation } from '../../../db/errors/unique-violation.ts'
import type { UsersTable } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenNotValid, usernameTaken } from '../accounts.errors.ts'
import { changeUser, findUser } from '../accounts.repository.ts'
import { toUser } from './to-user.ts'
import { usernameKey } from './username.ts'

export async function readProfile({ db, now }: AccountDeps, userId: number): Promise<User> {
  const row = await findUser(db, userId)
  if (row === undefined) throw tokenNotValid()
  return toUser(db, row, now())
}

/** Changes the given fields; an empty username counts as not given. */
export async function updateProfile(
  { db, now }: AccountDeps,
  userId: number,
  input: BodyOf<typeof updateProfileCall>,
): Promise<User> {
  const { first_name, last_name, username, receive_newsletters, counts_clicks, language } = input
  const changes: Updateable<UsersTable> = { updated_at: isoTime(now()) }
  if (first_name !== undefined) changes.first_name = first_name
  if (last_name !== undefined) changes.last_name = last_name
  if (username) Object.assign(changes, { username, username_key: usernameKey(username) })
  if (receive_newsletters !== undefined) changes.receive_newsletters = receive_newsletters ? 1 : 0
  if (counts_clicks !== undefined) changes.clicks_agreed_at = counts_clicks ? isoTime(now()) : null
  if (language !== undefined) changes.language = language
  try {
    const row = await changeUser(db, userId, changes)
    if (row === undefined) throw tokenNotValid()
    return await toUser(db, row, now())
  } catch (error) {
    throw isUniqueViolation(error) ? usernameTaken() : error
  }
}
