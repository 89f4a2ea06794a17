/** The maximum number of stored requests. Beyond it the oldest are dropped, whose answers only lose their trace. */
const ORIGINS_MAX = 1000

interface Queued {
  messageId: string
  origin: string
}

/** The requests that asked for answers, until this process or another has begun to write them. */
export function createOrigins() {
  const origins = new Map<string, string>()
  return {
    add({ messageId, origin }: Queued): void {
      origins.set(messageId, origin)
      const [oldest] = origins.keys()
      if (origins.size > ORIGINS_MAX && oldest !== undefined) origins.delete(oldest)
    },
    /** Undefined when the request is unknown, as after a restart. */
    take(messageId: string): string | undefined {
      const origin = origins.get(messageId)
      origins.delete(messageId)
      return origin
    },
  }
}
