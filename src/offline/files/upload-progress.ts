import * as v from 'valibot'

const CHANNEL = 'companion:uploads'
/** `sent`: how many bytes of the file with that id the server has. */
const Progress = v.object({ id: v.string(), sent: v.number() })

/** Broadcasts the progress of an upload to all pages, since the worker may be what uploads. */
export function announceProgress(id: string, sent: number): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ id, sent })
  channel.close()
}

/** Calls back with the progress of one file. Returns an unsubscribe function. */
export function onProgress(id: string, listener: (sent: number) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const progress = v.safeParse(Progress, data)
    if (progress.success && progress.output.id === id) listener(progress.output.sent)
  }
  return () => channel.close()
}
