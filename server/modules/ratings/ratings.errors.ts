import { type AppError, appError, type FieldProblem, fieldError } from '../../lib/errors.ts'

export const notValidator = (): AppError => appError('permission_denied')
/** Also for an exchange that never was: the answer does not tell the two apart. */
export const exchangeWithdrawn = (): AppError => appError('withdrawn')
export const ratingIdConflict = (): AppError => appError('id_conflict')
export const quoteNotInAnswer = (): FieldProblem => fieldError('quote', 'quote_not_in_answer')
export const tooManyOffers = (): FieldProblem => fieldError('question', 'offers_max')
/** Also for one that was withdrawn, edited by its author, or dismissed by another admin. */
export const exchangeNotReported = (): AppError => appError('not_found')
