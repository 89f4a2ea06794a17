/**
 * An observable value outside React: for code that the service worker runs too, for values with the lifetime of an
 * object (a loaded chat), and for what code outside of components sets. Other UI state uses Jotai atoms.
 */
export interface Store<T> {
  get(): T
  /** Sets the value and calls the listeners, unless it is unchanged (`Object.is`). */
  set(next: T): void
  /** Calls back after each change, without arguments. Returns an unsubscribe function. */
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
      // Iterates over a copy, since listeners may subscribe and unsubscribe while they are called.
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
