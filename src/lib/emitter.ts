/** The listeners of something that happens and has no value to read; `store.ts` is for values. */
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
