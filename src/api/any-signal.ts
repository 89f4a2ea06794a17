/**
 * A signal that aborts with the first of these, and with its reason: `AbortSignal.any`, which Safari 17.3 and Firefox 123
 * do not have. It listens until one aborts, so give it one that always does, such as `AbortSignal.timeout`.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const listening = new AbortController()
  for (const signal of signals) {
    const abort = () => {
      listening.abort()
      controller.abort(signal.reason)
    }
    if (signal.aborted) {
      abort()
      break
    }
    signal.addEventListener('abort', abort, { signal: listening.signal })
  }
  return controller.signal
}
