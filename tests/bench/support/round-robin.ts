import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Passes each new connection to the next of the addresses, as a load balancer does. */
export async function startRoundRobin(addresses: readonly string[]): Promise<{ url: string; close: () => void }> {
  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const { hostname: host, port } = new URL(addresses[turn++ % addresses.length] ?? '')
    const far = connect({ host, port: Number(port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
