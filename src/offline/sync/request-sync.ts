import { createEmitter } from '#lib/emitter.ts'

const requests = createEmitter()

/** Requests a sync now; does nothing until `startSyncTriggers`, which begins with one. */
export const requestSync: () => void = requests.emit

/** Runs a sync at each request, until the returned function is called. */
export const onSyncRequest: (sync: () => void) => () => void = requests.subscribe
