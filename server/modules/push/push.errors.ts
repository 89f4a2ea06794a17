import { type FieldProblem, fieldError } from '../../http/errors.ts'

export const endpointInvalid = (): FieldProblem => fieldError('endpoint', 'invalid')
export const keysInvalid = (): FieldProblem => fieldError('keys', 'invalid')
