/** The key in localStorage of a device on which a passkey was made or used. */
export const PASSKEY_KEY = 'companion:passkey'

/** From now on this device's log-in page offers passkeys at once, and not only when it is used. */
export function rememberPasskey(): void {
  try {
    localStorage.setItem(PASSKEY_KEY, 'used')
  } catch {
    // Storage is blocked: the log-in page offers passkeys when it is used.
  }
}
