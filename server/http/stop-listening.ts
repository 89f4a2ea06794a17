import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** Longer than answers are given to end, because a request may be waiting for one. */
const GRACE_MS = 8000

const connections = new WeakMap<Server, Set<Socket>>()

/**
 * Two kinds of connections would hold up a stop, because Node ends only those that are idle at that
 * moment: what browsers open ahead of need, and a stream's, which stays open when its last event is out.
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
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
  })
}
