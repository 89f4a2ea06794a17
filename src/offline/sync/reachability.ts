import { createStore } from '#lib/store.ts'

/** Whether the last request found the server: a browser knows of a network, not of what is at its other end. */
export type Reachability = 'unknown' | 'reached' | 'lost'

export const reachability = createStore<Reachability>('unknown')
