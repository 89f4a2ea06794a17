type Listener = (payload: string) => void

/** Who listens to what in this process. Listeners run soon after, one by one, never inside `notify`. */
export interface Listeners {
  add(topic: string, listener: Listener): () => void
  has(topic: string): boolean
  notify(topic: string, payload: string): void
  /** Notifies every listener, with an empty payload. */
  notifyAll(): void
  clear(): void
}

export function createListeners(): Listeners {
  const topics = new Map<string, Set<Listener>>()

  const notify = (topic: string, payload: string) => {
    for (const listener of topics.get(topic) ?? []) {
      queueMicrotask(() => {
        if (topics.get(topic)?.has(listener)) listener(payload)
      })
    }
  }

  return {
    add(topic, listener) {
      // A wrapper of its own: the same function may listen twice, and end one of the two.
      const own: Listener = (payload) => listener(payload)
      const set = topics.get(topic) ?? new Set()
      topics.set(topic, set.add(own))
      return () => {
        set.delete(own)
        if (set.size === 0 && topics.get(topic) === set) topics.delete(topic)
      }
    },
    has: (topic) => topics.has(topic),
    notify,
    notifyAll: () => {
      for (const topic of topics.keys()) notify(topic, '')
    },
    clear: () => topics.clear(),
  }
}
