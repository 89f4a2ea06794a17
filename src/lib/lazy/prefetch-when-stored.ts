import { whenIdle } from '../timing/when-idle.ts'
import { whenStored } from './app-stored.ts'
import { type LazyModule, prefetch } from './lazy-module.ts'

const IDLE_WITHIN_MS = 5_000

/** Fetches a module once the service worker has stored the app: its first use then waits for nothing. */
export function prefetchWhenStored(module: LazyModule<unknown>): void {
  whenStored()
    .then(() => whenIdle(IDLE_WITHIN_MS))
    .then(() => prefetch(module))
    .catch(reportError)
}
