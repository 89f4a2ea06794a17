import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a browser and its server that a test controls. */
export interface TcpProxy {
  /** Origin to use instead of the server's. */
  url: string
  /** Milliseconds of latency, each way. */
  delayMs: number
  /** Whether new connections are refused. */
  closed: boolean
  /** Destroys the open connections. */
  cut(): void
  /**
   * Changes the network: event streams go silent (both ends keep their sockets, but no bytes arrive), and idle
   * connections are closed, as browsers do then.
   */
  deaden(): void
  close(): Promise<void>
}

interface Connection {
  ends: [Socket, Socket]
  dead: boolean
  /** The connection carries an event stream. */
  streams: boolean
}

/** Starts a proxy in front of `target` (an origin) on a free port. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const connections = new Set<Connection>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (proxy.closed) return near.destroy()
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const connection: Connection = { ends: [near, far], dead: false, streams: false }
    connections.add(connection)
    for (const [from, to] of [connection.ends, [far, near]] as const) {
      from.setNoDelay(true)
      const pass = (act: () => void) => {
        const go = () => connection.dead || to.destroyed || act()
        if (proxy.delayMs > 0) setTimeout(go, proxy.delayMs)
        else go()
      }
      from.on('data', (bytes: Buffer) => {
        connection.streams ||= from === far && bytes.includes('text/event-stream')
        pass(() => to.write(bytes))
      })
      from.on('end', () => pass(() => to.end()))
      // A reset on one side is passed to the other; the error contains nothing else.
      from.on('error', () => undefined)
      from.on('close', () => {
        connections.delete(connection)
        if (!connection.dead) to.destroy()
      })
    }
  })
  const destroyAll = () => {
    for (const { ends } of connections) for (const end of ends) end.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: TcpProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    closed: false,
    cut: destroyAll,
    deaden: () => {
      for (const connection of connections) {
        if (connection.streams) connection.dead = true
        else for (const end of connection.ends) end.destroy()
      }
    },
    close: () => {
      destroyAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return proxy
}
