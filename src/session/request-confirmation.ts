import type { ApiError } from '#api/errors.ts'
import { createStore } from '#lib/store.ts'

/** Asks the user for the proof of identity that the server's error names; resolves to false when they give none. */
type Ask = (error: ApiError) => Promise<boolean>

/** Milliseconds that a call waits for the dialog's code, which the page loads after its first paint. */
const READY_WITHIN_MS = 10_000

const asker = createStore<Ask | undefined>(undefined)
let running: Promise<boolean> | undefined

/** Asks once for all calls that need a confirmation at the same time. False when the page has no dialog for it. */
export function requestConfirmation(error: ApiError): Promise<boolean> {
  running ??= untilRegistered()
    .then(() => asker.get()?.(error) ?? false)
    .finally(() => {
      running = undefined
    })
  return running
}

/** Resolves when the dialog is registered, or after too long a time. */
function untilRegistered(): Promise<void> {
  if (asker.get()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, READY_WITHIN_MS)
    const unsubscribe = asker.subscribe(end)
  })
}

/** Registers the dialog. Returns an unregister function. */
export function onConfirmationRequested(ask: Ask): () => void {
  asker.set(ask)
  return () => {
    if (asker.get() === ask) asker.set(undefined)
  }
}
