/**
 * A value outside React that others follow: for what the service worker runs too, and for what lives as long as an object
 * (a loaded chat). State of the screen is a Jotai atom.
 */
export interface Store<T> {
  get(): T
  /** Calls the listeners, unless it is the value already (`Object.is`). */
  set(next: T): void
  /** Calls back after each change, with nothing. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      // A copy: a listener may stop while it is called, and another may begin.
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
