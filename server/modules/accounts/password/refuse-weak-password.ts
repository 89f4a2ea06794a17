import { isPersonalPassword, type PasswordOwner } from '#contract/weak-password.ts'
import { passwordCommon, passwordPersonal } from '../accounts.errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Throws `password_personal` or `password_common` on that field. `owners`: what the account is called, and is going to
 * be called. Too few characters, or too few different ones, are refused by the contract's schema before.
 */
export async function refuseWeakPassword(
  field: 'password' | 'new_password',
  password: string,
  ...owners: readonly PasswordOwner[]
): Promise<void> {
  if (owners.some((owner) => isPersonalPassword(password, owner))) throw passwordPersonal(field)
  if (await isCommonPassword(password)) throw passwordCommon(field)
}
