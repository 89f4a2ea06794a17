type Listener = (payload: string) => void

/** The listeners of this process by topic. They run asynchronously, one after the other, never inside `notify`. */
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
      // A wrapper makes each subscription distinct: the same function may be added twice and removed once.
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
