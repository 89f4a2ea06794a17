import { type FieldProblem, fieldError } from '../../lib/errors.ts'

export const tooManyMemories = (field: 'memories' | 'memories_add'): FieldProblem => fieldError(field, 'memories_max')
export const emptyMemory = (field: 'memories' | 'memories_add' | 'memories_change'): FieldProblem =>
  fieldError(field, 'required')
