import { appError } from '../../lib/errors.ts'

export const scoringOff = () => appError('not_found', { wording: 'scoring_off' })
export const notScored = () => appError('not_scored', { retryAfter: 30 })
export const stillScoring = () => appError('overloaded', { retryAfter: 5 })
