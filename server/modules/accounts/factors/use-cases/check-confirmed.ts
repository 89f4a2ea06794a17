import type { Endpoint } from '#contract/endpoint.ts'
import type { ProofMethod } from '#contract/objects/second-factor.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { Caller } from '../../../../lib/caller.ts'
import { findUser } from '../../accounts.repository.ts'
import { confirmationRequired, secondFactorMissing } from '../factors.errors.ts'
import { factorMethods } from '../factors.repository.ts'

const CONFIRMED_MS = 10 * 60_000

type Deps = Pick<Dependencies, 'config' | 'db' | 'now'>

/**
 * Refuses calls for admins or providers by an admin who lacks the second factor that the operator requires, and calls
 * with `confirm` without a recent proof of identity (`with-second-factor`: only if the user has a factor). The database
 * is queried only when one of these may apply.
 */
export function createCheckConfirmed({ config, db, now }: Deps) {
  return async ({ access, confirm }: Pick<Endpoint, 'access' | 'confirm'>, caller: Caller): Promise<void> => {
    const usesPowers = caller.isAdmin && (access === 'admin' || access === 'provider')
    const isFactorRequired = usesPowers && config.adminSecondFactor
    const isUnconfirmed = confirm !== undefined && !isRecent(caller.confirmedAt, now())
    if (!isFactorRequired && !isUnconfirmed) return
    const methods = await factorMethods(db, caller.id)
    const hasFactor = methods.length > 0
    if (isFactorRequired && !hasFactor) throw secondFactorMissing()
    if (!isUnconfirmed || (confirm === 'with-second-factor' && !hasFactor)) return
    throw confirmationRequired(hasFactor ? methods : await otherMethods(caller.id))
  }

  async function otherMethods(userId: number): Promise<ProofMethod[]> {
    const user = await findUser(db, userId)
    return [...(user?.password_hash ? ['password' as const] : []), ...(user?.google_sub ? ['google' as const] : [])]
  }
}

const isRecent = (confirmedAt: string | null, now: number): boolean =>
  confirmedAt !== null && Date.parse(confirmedAt) > now - CONFIRMED_MS
