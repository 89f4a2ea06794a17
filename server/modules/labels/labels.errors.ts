import { type AppError, appError, type FieldProblem, fieldError } from '../../lib/errors.ts'

export const labelNotFound = (): AppError => appError('not_found')
export const labelIdConflict = (): AppError => appError('id_conflict')
export const nameRequired = (): FieldProblem => fieldError('name', 'name_required')
export const tooManyLabels = (): FieldProblem => fieldError('name', 'labels_max')
