/**
 * The name of the BroadcastChannel over which a page tells the worker in charge to end its work before a newer one takes
 * over. Not a message to the worker: that would start one which is stopped, and Chromium (tried with 150) lets no newer
 * worker replace one that has just been started; a reload then waits for ever.
 */
export const FINISH_CHANNEL = 'worker-finish'

/** Tells the worker in charge, if it runs. */
export function finishWork(): void {
  const channel = new BroadcastChannel(FINISH_CHANNEL)
  channel.postMessage('finish')
  channel.close()
}
