import { RATED_MIN } from '#contract/limits.ts'
import type { Agreement } from '#contract/objects/ratings/agreement.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { readRatingsState } from './agreement.repository.ts'
import { computeAgreement } from './compute-agreement.ts'

/** New ratings are counted at most this often. */
const FRESH_MS = 60_000

/**
 * Computes the agreement when it is asked for and ratings have changed, at most once a minute a process, and once for
 * requests at the same time: everybody may ask, and each computation reads all ratings.
 */
export function createAgreementCache({ db, now }: Pick<Dependencies, 'db' | 'now'>): () => Promise<Agreement> {
  let computed: { at: number; state: string; agreement: Promise<Agreement> } | undefined
  return async () => {
    if (computed !== undefined && now() - computed.at < FRESH_MS) return computed.agreement
    const state = await readRatingsState(db)
    if (computed?.state === state) {
      computed.at = now()
      return computed.agreement
    }
    const at = now()
    const fresh = {
      ...{ at, state },
      agreement: computeAgreement(db).then((versions) => ({
        minimum: RATED_MIN,
        computed_at: isoTime(at),
        versions,
      })),
    }
    computed = fresh
    try {
      return await fresh.agreement
    } catch (error) {
      // The next request tries again.
      if (computed === fresh) computed = undefined
      throw error
    }
  }
}
