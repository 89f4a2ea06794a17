import type { Tokens } from '#contract/objects/user.ts'
import { isApiError, NetworkError } from './errors.ts'
import type { Grant, TokenSource } from './token-source.ts'
import { type Locks, withLock } from './with-lock.ts'

const REFRESH_LOCK = 'companion:refresh'
/** Longer than a refresh can take, so that only a lock holder that hangs is passed over. */
const LOCK_TIMEOUT_MS = 45_000

/** Runs `work`, which replaces the tokens by another call, while no tab and no worker refreshes the ones before. */
export const withoutRefresh = <T>(locks: Locks | undefined, work: () => Promise<T>): Promise<T> =>
  withLock(locks, REFRESH_LOCK, work, LOCK_TIMEOUT_MS)

/**
 * Returns `renew(used)`: the grant that replaces one whose access token was rejected, or null when the user is signed
 * out. Single flight in this context, and by Web Locks across tabs and worker. A network error throws NetworkError and
 * signs no user out.
 */
export function createRefresh(
  tokens: TokenSource,
  post: (refresh: string) => Promise<Tokens>,
  locks: Locks | undefined,
): (used: Grant) => Promise<Grant | null> {
  const flights = new Map<string, Promise<Grant | null>>()

  async function renew(used: Grant): Promise<Grant | null> {
    const current = await tokens.reread()
    if (current?.userId !== used.userId) return null
    if (current.access !== used.access) return current
    try {
      return await tokens.replace(current, await post(current.refresh))
    } catch (error) {
      if (!isRefusal(error)) throw isApiError(error) ? new NetworkError(error.message, { cause: error }) : error
      await tokens.refused(current)
      return null
    }
  }

  return (used) => {
    const flying = flights.get(used.access)
    if (flying) return flying
    const flight = withoutRefresh(locks, () => renew(used)).finally(() => {
      flights.delete(used.access)
    })
    flights.set(used.access, flight)
    return flight
  }
}

/** Only a refusal by the refresh endpoint itself counts, not one by a proxy. */
function isRefusal(error: unknown): boolean {
  if (!isApiError(error) || !error.recognised) return false
  return error.status === 400 || (error.status === 401 && error.code === 'token_not_valid')
}
