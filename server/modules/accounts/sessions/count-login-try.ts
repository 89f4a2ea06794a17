import type { AccountDeps } from '../accounts.deps.ts'
import { accountKey, pairKey } from './counter-key.ts'
import { isKnownAddress } from './known-address.ts'

/**
 * Counts an attempt at an account's password by a caller who is not signed in; throws `rate_limited`. Attempts from
 * unknown addresses are counted together; they never slow an address from which the owner has signed in
 * (docs/decisions/019). Unknown accounts, of id 0, are counted in the same way.
 */
export async function countLoginTry(
  deps: AccountDeps,
  { id, email }: { id: number; email: string },
  address: string,
): Promise<void> {
  const isKnown = await isKnownAddress(deps, id, address)
  if (!isKnown) await deps.limiter.take('loginStrangers', accountKey(email))
  await deps.limiter.take('loginPair', pairKey(email, address))
}
