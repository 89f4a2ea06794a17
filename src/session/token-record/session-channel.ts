const CHANNEL = 'companion:session'

/** Broadcasts to the other tabs and the worker that the token record has reached this generation. */
export function announce(generation: number): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(generation)
  channel.close()
}

/** Calls back with the generation that another context has broadcast. Returns an unsubscribe function. */
export function onAnnounced(listener: (generation: number) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') listener(data)
  }
  return () => channel.close()
}
