const NAME = 'companion:erase'

/** A page hears its own announcements too, through its other channel. */
let isErasingHere = false

/** Runs the erasing of this device. Meanwhile no other page of the app starts, and those that are open leave. */
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

/** At once when nothing is being erased: a page must not open the database again while it is deleted. */
export async function untilErased(): Promise<void> {
  await browserLocks()?.request(NAME, { mode: 'shared' }, () => undefined)
}

/** Calls back when another tab erases this device. */
export function onErase(listener: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(NAME).onmessage = () => {
    if (!isErasingHere) listener()
  }
}

const browserLocks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)
