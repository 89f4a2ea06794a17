import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Longer than answers are given to end, because a request may be waiting for one. */
const GRACE_MS = 8000

/**
 * Takes no new connections, lets requests under way finish, and cuts what is still open after the
 * grace. Calling it again does nothing.
 */
export function stopListening(server: Server, log: Logger, graceMs = GRACE_MS): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      log.warn('cutting connections that did not end in time')
      server.closeAllConnections()
    }, graceMs)
    server.close((error) => {
      clearTimeout(cut)
      if (error) log.debug({ err: error }, 'the port was closed before')
      resolve()
    })
    server.closeIdleConnections()
  })
}
