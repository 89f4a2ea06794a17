import type { Grant, TokenSource } from '#api/token-source.ts'

export interface MemoryTokens extends TokenSource {
  current: Grant | null
  refusals: Grant[]
}

/** A token source without storage, for tests of the code that uses one. */
export function memoryTokens(current: Grant | null): MemoryTokens {
  const self: MemoryTokens = {
    current,
    refusals: [],
    read: async () => self.current,
    reread: async () => self.current,
    replace: async (used, next) => {
      if (self.current?.refresh === used.refresh) self.current = { userId: used.userId, ...next }
      return self.current?.userId === used.userId ? self.current : null
    },
    refused: async (used) => {
      self.refusals.push(used)
      if (self.current?.refresh === used.refresh) self.current = null
    },
  }
  return self
}
