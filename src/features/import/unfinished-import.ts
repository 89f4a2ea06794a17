/** The localStorage key: the id of the user whose import has not come to its end. Nothing of its file is stored. */
const KEY = 'companion:import'

export function markImport(userId: number): void {
  try {
    localStorage.setItem(KEY, String(userId))
  } catch {
    // Without storage the page cannot tell later that an import was interrupted.
  }
}

export function unmarkImport(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored either.
  }
}

/** Whether this user's last import on this device did not come to its end: its tab was closed, or it failed. */
export function isImportMarked(userId: number): boolean {
  try {
    return localStorage.getItem(KEY) === String(userId)
  } catch {
    return false
  }
}
