/** A one-time token is spent by the first call: whoever asks with it again, on this page, shares the answer. */
export function oncePerToken<T>(call: (token: string) => Promise<T>): (token: string) => Promise<T> {
  const calls = new Map<string, Promise<T>>()
  return (token) => {
    const known = calls.get(token)
    if (known) return known
    const fresh = call(token)
    calls.set(token, fresh)
    // What failed may be tried again.
    fresh.catch(() => calls.delete(token))
    return fresh
  }
}
