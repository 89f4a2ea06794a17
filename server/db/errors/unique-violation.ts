import { isSystemError } from '../../lib/system-error.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE_CODES = new Set([1555, 2067])

/** Whether a row was rejected because another one has the same unique value, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (isSystemError(error, '23505')) return true
  return error instanceof Error && 'errcode' in error && SQLITE_CODES.has(Number(error.errcode))
}
