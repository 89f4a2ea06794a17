/**
 * An observable value outside React: for code that the service worker runs too, and for values with the lifetime of an
 * object (a loaded chat). UI state uses Jotai atoms.
 */
export interface Store<T> {
  get(): T
  /** Sets the value and calls the listeners, unless it is unchanged (`Object.is`). */
  set(next: T): void
  /** Calls back after each change, without arguments. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  const changes = createEmitter()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      changes.emit()
    },
    subscribe: changes.subscribe,
  }
}

/** The listeners of something that happens and has no value to read. */
export interface Emitter<Args extends unknown[] = []> {
  emit(...args: Args): void
  /** Calls back after each `emit`. Returns an unsubscribe function. */
  subscribe(listener: (...args: Args) => void): () => void
  hasListeners(): boolean
  /** Removes all listeners. */
  clear(): void
}

export function createEmitter<Args extends unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit: (...args) => {
      // Iterates over a copy, since listeners may subscribe and unsubscribe while they are called.
      for (const listener of [...listeners]) listener(...args)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    clear: () => listeners.clear(),
  }
}
