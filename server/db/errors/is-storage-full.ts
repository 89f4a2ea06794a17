/** SQLITE_IOERR and SQLITE_FULL; the low byte of an extended result code is the code itself. */
const SQLITE_CODES = new Set([10, 13])
/** PostgreSQL's `disk_full`, and the system's codes for a full disk and an exceeded quota. */
const CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether a write failed because the disk is full or cannot be written to. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return CODES.has(String(code)) || (typeof errcode === 'number' && SQLITE_CODES.has(errcode & 0xff))
}
