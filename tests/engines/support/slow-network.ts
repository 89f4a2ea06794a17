import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The bytes sent at a time, so that connections share the bandwidth in turns. */
const CHUNK_BYTES = 8 * 1024

export interface SlowNetwork {
  /** Origin to use instead of the server's, which no browser has visited. */
  url: string
  close(): Promise<void>
}

/**
 * A phone's network between a browser and the server at `target`: all connections share `bytesPerSecond` down; each way
 * takes half of `roundTripMs`.
 */
export async function startSlowNetwork(
  target: string,
  roundTripMs: number,
  bytesPerSecond: number,
): Promise<SlowNetwork> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let freeAt = 0
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // Browsers reset connections that they no longer need; `close` follows.
      socket.on('error', () => socket.destroy())
    }
    near.on('close', () => far.destroy())
    far.on('close', () => setTimeout(() => near.destroy(), Math.max(0, freeAt - Date.now()) + roundTripMs))
    const after = (ms: number, to: Socket, act: () => void) => setTimeout(() => to.destroyed || act(), ms)
    near.on('data', (bytes: Buffer) => after(roundTripMs / 2, far, () => far.write(bytes)))
    near.on('end', () => after(roundTripMs / 2, far, () => far.end()))
    far.on('data', (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        const chunk = bytes.subarray(start, start + CHUNK_BYTES)
        freeAt = Math.max(Date.now(), freeAt) + (1000 * chunk.length) / bytesPerSecond
        after(freeAt - Date.now() + roundTripMs / 2, near, () => near.write(chunk))
      }
    })
    far.on('end', () => after(Math.max(0, freeAt - Date.now()) + roundTripMs / 2, near, () => near.end()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
