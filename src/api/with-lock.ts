/** The part of `navigator.locks` that is used; tests pass their own. */
export interface Locks {
  request<T>(name: string, options: { signal?: AbortSignal }, work: () => Promise<T>): Promise<T>
}

/** The Web Locks of this context; undefined where there are none. */
export function contextLocks(): Locks | undefined {
  const { locks } = globalThis.navigator ?? {}
  return locks ? { request: async (name, options, work) => await locks.request(name, options, work) } : undefined
}

/**
 * Runs `work` alone among all tabs and the worker, and tells it so. Goes ahead without the lock
 * (`alone` false) when there are none or it is not given within `timeoutMs`: a frozen holder must
 * not stop everybody, and locks only save work here.
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
      clearTimeout(timer)
      return work(true)
    })
  } catch (error) {
    if (begun || !timeout.signal.aborted) throw error
    return work(false)
  } finally {
    clearTimeout(timer)
  }
}
