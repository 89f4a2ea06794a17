import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { appError } from '../../../lib/errors.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'

/** argon2id, the library's default, with OWASP's first recommended parameters; about 25 ms and 19 MiB each. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most half of Node's four worker threads, so that file access and DNS never wait for passwords. */
const RUNNING_MAX = Math.min(2, availableParallelism())
const WAITING_MAX = 100

/** Bounds the memory of a burst of logins: further ones are queued. */
const runLimited = createSemaphore({
  running: RUNNING_MAX,
  waiting: WAITING_MAX,
  full: () => appError('overloaded', { retryAfter: 2 }),
})

/** Hashes to a PHC string. Throws `overloaded` when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(normalizePassword(password), cost))
}

let standIn: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash it verifies against a dummy hash and returns false, so that the
 * time does not reveal whether an account exists. Throws `overloaded`.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  standIn ??= hash(randomBytes(32).toString('base64'), cost)
  const against = passwordHash ?? (await standIn)
  const same = await runLimited(() => verify(against, normalizePassword(password)))
  return same && passwordHash !== null
}

/** Computes the dummy hash at the start, so that the first login takes no longer than others. */
export function warmUpPasswords(): void {
  standIn ??= hash(randomBytes(32).toString('base64'), cost)
}

/** NFKC makes the same letters typed on different keyboards equal. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')
