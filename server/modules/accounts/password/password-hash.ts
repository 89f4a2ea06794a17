import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { appError } from '../../../lib/errors.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'

/** argon2id, the library's default kind, at OWASP's first recommendation; about 25 ms and 19 MiB each. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of Node's four worker threads at most, so that files and name look-ups never wait for passwords. */
const RUNNING_MAX = Math.min(2, availableParallelism())
const WAITING_MAX = 100

/** A burst of logins waits in a queue instead of taking 19 MiB each at once. */
const runLimited = createSemaphore({
  running: RUNNING_MAX,
  waiting: WAITING_MAX,
  full: () => appError('overloaded', { retryAfter: 2 }),
})

/** A PHC string. Throws `overloaded` when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(normalizePassword(password), cost))
}

let standIn: Promise<string> | undefined

/**
 * Whether the password is the one of the hash. Without a hash it does the same work against a stand-in
 * and says no: the time tells nobody whether an account exists. Throws `overloaded`.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  standIn ??= hash(randomBytes(32).toString('base64'), cost)
  const against = passwordHash ?? (await standIn)
  const same = await runLimited(() => verify(against, normalizePassword(password)))
  return same && passwordHash !== null
}

/** Makes the stand-in before the first login could be timed. */
export function warmUpPasswords(): void {
  standIn ??= hash(randomBytes(32).toString('base64'), cost)
}

/** The same letters typed on another keyboard are the same password. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')
