import { createStore } from '#lib/store.ts'

/** Whether the last request has reached the server: a browser knows only whether there is a network. */
export type Reachability = 'unknown' | 'reached' | 'lost'

export const reachability = createStore<Reachability>('unknown')
