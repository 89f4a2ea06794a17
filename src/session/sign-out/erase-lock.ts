const NAME = 'companion:erase'

let isErasingHere = false

/** Runs the deletion of local data under an exclusive lock: until its end no page starts, and open ones leave. */
export async function eraseAlone(work: () => Promise<void>): Promise<void> {
  isErasingHere = true
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(NAME)
    channel.postMessage('erase')
    channel.close()
  }
  const locks = browserLocks()
  await (locks ? locks.request(NAME, work) : work())
}

/**
 * Whether this page deletes the local data, or has deleted it: what writes later, such as a timer, must not any more.
 */
export const isErasing = (): boolean => isErasingHere

/** Waits for a running deletion, since a page must not open the database while it is deleted; else resolves at once. */
export async function untilErased(): Promise<void> {
  await browserLocks()?.request(NAME, { mode: 'shared' }, () => undefined)
}

/** Calls back when another tab starts to delete this device's data. */
export function onErase(listener: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(NAME).onmessage = () => {
    // A page receives its own broadcasts too, because it sends them over another BroadcastChannel object.
    if (!isErasingHere) listener()
  }
}

const browserLocks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)
