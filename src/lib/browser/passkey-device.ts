/** The key in localStorage of a device on which a passkey was made or used. */
export const PASSKEY_KEY = 'companion:passkey'

/** Makes this device's log-in page offer passkeys as soon as it opens, not only once the visitor touches or types. */
export function rememberPasskey(): void {
  try {
    localStorage.setItem(PASSKEY_KEY, 'used')
  } catch {
    // Storage is blocked: the log-in page offers passkeys once the visitor touches or types.
  }
}
