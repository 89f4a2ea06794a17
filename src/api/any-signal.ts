/**
 * Aborts with the first of the signals and its reason: `AbortSignal.any`, which Safari 17.3 and Firefox 123 lack. The
 * listeners, and all that they hold, are removed on abort or when `until` aborts, so one of these must happen for
 * certain.
 */
export function anySignal(signals: readonly AbortSignal[], until?: AbortSignal): AbortSignal {
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
  until?.addEventListener('abort', () => listening.abort(), { signal: listening.signal })
  return controller.signal
}
