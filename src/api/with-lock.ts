/** The part of `navigator.locks` that is used; tests pass a fake. */
export interface Locks {
  request<T>(name: string, options: { signal?: AbortSignal }, work: () => Promise<T>): Promise<T>
}

/** The Web Locks of this context; undefined where the browser has none. */
export function contextLocks(): Locks | undefined {
  const { locks } = globalThis.navigator ?? {}
  return locks ? { request: async (name, options, work) => await locks.request(name, options, work) } : undefined
}

/**
 * Runs `work` under an exclusive lock across all tabs and the worker. Without Web Locks, or when the lock is not
 * granted within `timeoutMs`, it runs anyway with `alone` false: a frozen holder must not block the others, and the
 * lock only avoids duplicate work.
 */
export async function withLock<T>(
  locks: Locks | undefined,
  name: string,
  work: (alone: boolean) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  if (!locks) return work(false)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  let begun = false
  try {
    return await locks.request(name, { signal: timeout.signal }, () => {
      begun = true
      return work(true)
    })
  } catch (error) {
    if (begun || !timeout.signal.aborted) throw error
    return work(false)
  } finally {
    clearTimeout(timer)
  }
}
