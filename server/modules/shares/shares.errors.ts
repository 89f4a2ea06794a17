import { type AppError, appError } from '../../lib/errors.ts'

export const nothingToShare = (): AppError => appError('conflict', { wording: 'nothing_to_share' })
