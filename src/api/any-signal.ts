/**
 * Aborts with the first of the signals and its reason: `AbortSignal.any`, which Safari 17.3 and Firefox 123 lack. The
 * listeners are removed only on abort, so one signal must abort for certain, such as `AbortSignal.timeout`.
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
