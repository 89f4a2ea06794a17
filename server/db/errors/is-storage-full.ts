/** SQLITE_IOERR and SQLITE_FULL; the low byte of an extended result code is the code itself. */
const SQLITE_CODES = new Set([10, 13])
/** PostgreSQL's `disk_full`, and what the system says of a full disk and of a used-up quota. */
const CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether something could not be stored because the disk has no room for it, or does not take what is written. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return CODES.has(String(code)) || (typeof errcode === 'number' && SQLITE_CODES.has(errcode & 0xff))
}
