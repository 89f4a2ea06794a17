/** Whether an error, or any cause that Dexie has wrapped in it, is a QuotaExceededError: a later retry may succeed. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError' || error.name === 'StorageFullError') return true
  return 'inner' in error && isStorageFull(error.inner)
}

/**
 * Whether an error, or any cause that Dexie has wrapped in it, says that the browser has lost its database, as WebKit
 * does when its storage process ends. Dexie opens another connection for the next transaction.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'UnknownError' || error.name === 'InvalidStateError') return true
  return 'inner' in error && isConnectionLost(error.inner)
}
