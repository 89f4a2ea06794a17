import { createEmitter } from '#lib/emitter.ts'

const requests = createEmitter()

/** Requests a flush now; does nothing until `startFlushing`, which begins with one. */
export const requestFlush: () => void = requests.emit

/** Runs a flush at each request, until the returned function is called. */
export const onFlushRequest: (flush: () => void) => () => void = requests.subscribe
