import { type AppError, appError } from '../../lib/errors.ts'

export const validatorNotFound = (): AppError => appError('not_found')
