export type Woken = 'more' | 'end' | 'poll'

export interface Waker {
  wake(end: boolean): void
  /** At once when there was a notification since the last wait. */
  wait(ms: number): Promise<Woken>
}

/** Turns notifications into waits, losing none that come while nobody waits. */
export function createWaker(signal: AbortSignal): Waker {
  let pending: Woken | null = null
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
      const woken = pending ?? 'poll'
      pending = null
      return woken
    },
  }
}
