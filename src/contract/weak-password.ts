import { PASSWORD_DIFFERENT_MIN } from './limits.ts'

/** The names and email of the account, as far as known. */
export interface PasswordOwner {
  email?: string | undefined
  username?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

const PRODUCT_NAME = 'Companion'

/** Whether a password has enough different characters, ignoring case. */
export function isVariedPassword(password: string): boolean {
  return new Set(password.normalize('NFKC').toLowerCase()).size >= PASSWORD_DIFFERENT_MIN
}

/**
 * Whether a password equals the product's name or a name of the account: its email address, the part before the @,
 * username, first or last name, or both names (OWASP ASVS 5.0, 6.2.11). Case, punctuation, and leading or trailing
 * digits are ignored.
 */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const { email = '', username = '', first_name = '', last_name = '' } = owner
  const names = [first_name, last_name, first_name + last_name, last_name + first_name]
  const core = coreOf(password)
  const words = [PRODUCT_NAME, email, email.replace(/@.*$/, ''), username, ...names]
  return core !== '' && words.some((word) => coreOf(word) === core)
}

/** Lower-case letters and digits only, without leading and trailing digits unless there is nothing else. */
function coreOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return plain.replace(/^\p{N}+|\p{N}+$/gu, '') || plain
}
