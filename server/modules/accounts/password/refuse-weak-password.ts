import { isPersonalPassword, type PasswordOwner } from '#contract/weak-password.ts'
import { passwordCommon, passwordPersonal } from '../accounts.errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Throws `password_personal` or `password_common` on that field. `owners`: the account's current and future names. The
 * contract's schema rejects passwords with too few (different) characters before.
 */
export async function refuseWeakPassword(
  field: 'password' | 'new_password',
  password: string,
  ...owners: readonly PasswordOwner[]
): Promise<void> {
  if (owners.some((owner) => isPersonalPassword(password, owner))) throw passwordPersonal(field)
  if (await isCommonPassword(password)) throw passwordCommon(field)
}
