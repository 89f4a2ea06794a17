export type Woken = 'more' | 'end' | 'poll'

export interface Waker {
  wake(end: boolean): void
  /** At once when there was a notice since the last wait. */
  wait(ms: number): Promise<Woken>
}

/** Turns notices into waits, losing none that come while nobody waits. */
export function createWaker(signal: AbortSignal): Waker {
  let noticed: Woken | null = null
  let release: (() => void) | null = null
  return {
    wake(end) {
      noticed = end || noticed === 'end' ? 'end' : 'more'
      release?.()
    },
    async wait(ms) {
      if (noticed === null && !signal.aborted) {
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
      const woken = noticed ?? 'poll'
      noticed = null
      return woken
    },
  }
}
