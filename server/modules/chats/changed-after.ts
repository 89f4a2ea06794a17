import { isoTime } from '../../lib/time.ts'

/**
 * A transaction in progress during the last list may have a change time before that list's `synced_at`; clocks of
 * processes differ slightly too. So a delta overlaps by this much: a client may receive a change twice, but never
 * misses one.
 */
const OVERLAP_MS = 5_000

/** The time after which a delta looks for changes, for the request's `updated_after`. */
export const changedAfter = (updatedAfter: string): string => isoTime(Date.parse(updatedAfter) - OVERLAP_MS)
