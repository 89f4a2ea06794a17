/** Yields the items of a source until the signal is aborted, even if the source ignores the signal. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]()
  let end: (() => void) | undefined
  const aborted = new Promise<{ done: true; value: undefined }>((resolve) => {
    end = () => resolve({ done: true, value: undefined })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    if (end) signal.removeEventListener('abort', end)
    // This is not awaited, so that a source that hangs does not block the end. A late error is ignored.
    iterator.return?.()?.then(undefined, () => {})
  }
}
