import type { Updateable } from 'kysely'
import type { ChangeUserInput } from '#contract/objects/admin/user-input.ts'
import type { UsersTable } from '../../../db/schema/schema.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import type { UserRow } from '../../accounts/accounts.repository.ts'
import { usernameKey } from '../../accounts/profile/username.ts'

const flag = (on: boolean | undefined): 0 | 1 | undefined => (on === undefined ? undefined : on ? 1 : 0)

/**
 * The changed columns of the input. A new address is unconfirmed and no longer linked to Google: its owner gets access
 * by a mail, or by Google once the address is confirmed.
 */
export function changedValues(user: UserRow, input: ChangeUserInput): Updateable<UsersTable> {
  const given: Updateable<UsersTable> = {
    email: input.email,
    username: cleanText(input.username ?? '') || undefined,
    first_name: input.first_name === undefined ? undefined : cleanText(input.first_name),
    last_name: input.last_name === undefined ? undefined : cleanText(input.last_name),
    is_admin: flag(input.is_admin),
    is_vip: flag(input.is_vip),
    is_provider: flag(input.is_provider),
    is_ad_subscriber: flag(input.is_ad_subscriber),
    receive_newsletters: flag(input.receive_newsletters),
  }
  const names = Object.keys(given) as (keyof typeof given & keyof UserRow)[]
  const changed = names.filter((name) => given[name] !== undefined && given[name] !== user[name])
  const values: Updateable<UsersTable> = Object.fromEntries(changed.map((name) => [name, given[name]]))
  if (values.username !== undefined) values.username_key = usernameKey(values.username)
  if (values.email !== undefined)
    Object.assign(values, { email_verified: 0, email_confirmed_at: null, google_sub: null })
  return values
}
