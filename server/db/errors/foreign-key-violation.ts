import { isSystemError } from '../../lib/system-error.ts'

/** SQLITE_CONSTRAINT_FOREIGNKEY. */
const SQLITE_CODE = 787

/** Whether a row was rejected because the row that it references does not exist, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (isSystemError(error, '23503')) return true
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_CODE
}
