/** Single flight per one-time token: the first call uses it up, so later calls on this page share its result. */
export function oncePerToken<T>(call: (token: string) => Promise<T>): (token: string) => Promise<T> {
  const calls = new Map<string, Promise<T>>()
  return (token) => {
    const known = calls.get(token)
    if (known) return known
    const fresh = call(token)
    calls.set(token, fresh)
    // A failed call can be retried.
    fresh.catch(() => calls.delete(token))
    return fresh
  }
}
