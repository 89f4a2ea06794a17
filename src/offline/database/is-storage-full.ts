/** Whether an error, or any cause that Dexie has wrapped in it, is a QuotaExceededError: a later retry may succeed. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError' || error.name === 'StorageFullError') return true
  return 'inner' in error && isStorageFull(error.inner)
}
