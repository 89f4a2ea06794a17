/** Passes on what a source gives and ends when the signal says so, even if the source does not listen to it. */
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
    // Not awaited: a source that hangs must not hold up the end. What it throws now has no reader.
    iterator.return?.()?.then(undefined, () => {})
  }
}
