import { isoTime } from '../../lib/time.ts'

/**
 * What other transactions were writing while the last list was read carries a time before that list's
 * `synced_at`; clocks of processes differ a little too. So a delta looks back this much further: a client
 * may see a change twice, and never misses one.
 */
const OVERLAP_MS = 5_000

/** From where a delta looks, given the `updated_after` of its request. */
export const changedAfter = (updatedAfter: string): string => isoTime(Date.parse(updatedAfter) - OVERLAP_MS)
