export type WakeReason = 'more' | 'end' | 'poll'

export interface WakeSignal {
  wake(end: boolean): void
  /** Resolves with the reason: a notification (at once if one is pending), the end, or `poll` after `ms`. */
  wait(ms: number): Promise<WakeReason>
}

/** Lets a loop wait for notifications, and remembers one that arrives between two waits. */
export function createWakeSignal(signal: AbortSignal): WakeSignal {
  let pending: WakeReason | null = null
  let release: (() => void) | null = null
  return {
    wake(end) {
      pending = end || pending === 'end' ? 'end' : 'more'
      release?.()
    },
    async wait(ms) {
      if (pending === null && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, ms)
          function done() {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            release = null
            resolve()
          }
          release = done
          signal.addEventListener('abort', done, { once: true })
        })
      }
      const reason = pending ?? 'poll'
      pending = null
      return reason
    },
  }
}
