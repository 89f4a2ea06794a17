import type { ApiError } from '#api/errors.ts'

/** Asks the user to prove who they are, as the server's error says; false when they do not. */
type Ask = (error: ApiError) => Promise<boolean>

let asker: Ask | undefined
let running: Promise<boolean> | undefined

/** Asks once for all calls that need it meanwhile. False while no page can ask. */
export function requestConfirmation(error: ApiError): Promise<boolean> {
  running ??= (asker?.(error) ?? Promise.resolve(false)).finally(() => {
    running = undefined
  })
  return running
}

/** Registers the dialog. Returns an unregister function. */
export function onConfirmationRequested(ask: Ask): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}
