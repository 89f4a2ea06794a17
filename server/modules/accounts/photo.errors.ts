import { type AppError, appError, type FieldProblem, fieldError } from '../../lib/errors.ts'

export const photoInvalid = (): FieldProblem => fieldError('photo', 'photo_invalid')
export const photoTooManyPixels = (): FieldProblem => fieldError('photo', 'photo_too_many_pixels')
export const photoNotFound = (): AppError => appError('not_found')
