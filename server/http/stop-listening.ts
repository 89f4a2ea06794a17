import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** Longer than the grace period of answers, because a request may be waiting for one. */
const GRACE_MS = 8000

const connections = new WeakMap<Server, Set<Socket>>()

/**
 * Tracks connections, because at a stop Node closes only idle ones. Two other kinds would delay it: those that browsers
 * open in advance, and that of a stream, which stays open after its last event.
 */
export function watchConnections(server: Server): void {
  const open = new Set<Socket>()
  connections.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    response.once('close', () => {
      if (!server.listening) socket.destroySoon()
    })
  })
}

/**
 * Accepts no new connections, lets requests in progress finish, and closes the remaining connections after `graceMs`.
 * Idempotent.
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
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
  })
}
