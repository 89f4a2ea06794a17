import type { WorkerMessage } from '#lib/service-worker/worker-messages.ts'

/** The part of the browser's `WindowClient` that is used here. */
export interface MessageTarget {
  postMessage(message: unknown, ports: MessagePort[]): void
}

/**
 * Sends a message to a page and resolves with its reply; undefined when it does not reply in time, as a page that is
 * loading, or on which no user is signed in.
 */
export function requestReply(window: MessageTarget, message: WorkerMessage, withinMs: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (reply?: unknown) => {
      clearTimeout(timer)
      port1.close()
      resolve(reply)
    }
    const timer = setTimeout(end, withinMs)
    port1.onmessage = ({ data }) => end(data)
    window.postMessage(message, [port2])
  })
}
