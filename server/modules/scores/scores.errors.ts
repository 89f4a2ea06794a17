import { httpError } from '../../lib/errors.ts'

export const scoringOff = () => httpError('not_found', { wording: 'scoring_off' })
export const notScored = () => httpError('not_scored', { retryAfter: 30 })
export const stillScoring = () => httpError('overloaded', { retryAfter: 5 })
