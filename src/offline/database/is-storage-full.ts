/** The disk is full for now, however deep the database has wrapped it: later the same may succeed. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError' || error.name === 'StorageFullError') return true
  return 'inner' in error && isFull(error.inner)
}
