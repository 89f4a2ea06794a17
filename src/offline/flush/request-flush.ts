let request: (() => void) | undefined

/** Requests a flush now; does nothing until `startFlushing`, which begins with one. */
export function requestFlush(): void {
  request?.()
}

/** Runs `flush` at each request, until the returned function is called. */
export function onFlushRequest(flush: () => void): () => void {
  request = flush
  return () => {
    if (request === flush) request = undefined
  }
}
