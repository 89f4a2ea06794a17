import { type FieldProblem, fieldError, type HttpError, httpError } from '../../lib/errors.ts'

export const labelNotFound = (): HttpError => httpError('not_found')
export const labelIdConflict = (): HttpError => httpError('id_conflict')
export const nameRequired = (): FieldProblem => fieldError('name', 'name_required')
export const tooManyLabels = (): FieldProblem => fieldError('name', 'labels_max')
