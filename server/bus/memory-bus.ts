import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'

/** The bus of a server that is the only process on its database. */
export function createMemoryBus(): Bus {
  const listeners = createListeners()
  return {
    publish: async (topic, payload) => listeners.notify(topic, payload),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    isHeard: (topic) => listeners.has(topic),
    close: async () => listeners.clear(),
  }
}
