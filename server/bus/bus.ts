/**
 * Notifies the other connections, and the other processes on the same database, of an event. A notification carries ids
 * only and may be lost or repeated: a listener reads the state from the database again.
 */
export interface Bus {
  /** `payload` has at most 1,000 bytes. Resolves when the notification is sent, not when it has arrived. */
  publish(topic: string, payload: string): Promise<void>
  /** Returns the function that unsubscribes. */
  subscribe(topic: string, listener: (payload: string) => void): () => void
  /** Whether this process has a listener for the topic. */
  isHeard(topic: string): boolean
  close(): Promise<void>
}
