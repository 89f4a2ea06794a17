/**
 * Tells the other connections, and the other processes on the same database, that something happened.
 * A notification carries ids only and may be lost or repeated: who listens reads the database again.
 */
export interface Bus {
  /** At most 1,000 bytes. Resolves when it is handed over, not when it has arrived. */
  publish(topic: string, payload: string): Promise<void>
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Whether anybody in this process listens. */
  isHeard(topic: string): boolean
  close(): Promise<void>
}
