/**
 * The BroadcastChannel over which a page notifies the active worker to finish its work before a newer one takes over.
 * `postMessage` would start a stopped worker, and Chromium (tested with 150) lets no newer worker replace one that was
 * just started; a reload would then never end.
 */
export const FINISH_CHANNEL = 'worker-finish'

/** Notifies the active worker, if it runs. */
export function finishWork(): void {
  const channel = new BroadcastChannel(FINISH_CHANNEL)
  channel.postMessage('finish')
  channel.close()
}
