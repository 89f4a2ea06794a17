import { type FieldProblem, fieldError } from '../../lib/errors.ts'

export const endpointInvalid = (): FieldProblem => fieldError('endpoint', 'invalid')
export const keysInvalid = (): FieldProblem => fieldError('keys', 'invalid')
