import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after `ms`, or as soon as the signal is aborted. It does not keep the process running. */
export const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
