let request: (() => void) | undefined

/** Requests a sync now; does nothing until `startSyncing`, which begins with one. */
export function requestSync(): void {
  request?.()
}

/** Runs `sync` at each request, until the returned function is called. */
export function onSyncRequest(sync: () => void): () => void {
  request = sync
  return () => {
    if (request === sync) request = undefined
  }
}
