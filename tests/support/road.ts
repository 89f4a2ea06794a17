import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP connection in the hands of a test: between a browser and its server. */
export interface Road {
  /** Origin to use instead of the server's. */
  url: string
  /** Milliseconds that every byte needs, each way. */
  delayMs: number
  /** Whether new connections are refused. */
  closed: boolean
  /** Destroys what is connected. */
  cut(): void
  /** What is connected goes dead without a word: both ends keep their socket, and no byte arrives any more. */
  deaden(): void
  close(): Promise<void>
}

/** Opens a road to `target` (an origin) on a free port. */
export async function openRoad(target: string): Promise<Road> {
  const { hostname, port } = new URL(target)
  const cars = new Set<{ ends: [Socket, Socket]; dead: boolean }>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (road.closed) return near.destroy()
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const car: { ends: [Socket, Socket]; dead: boolean } = { ends: [near, far], dead: false }
    cars.add(car)
    for (const [from, to] of [car.ends, [far, near]] as const) {
      from.setNoDelay(true)
      const pass = (act: () => void) => {
        const go = () => car.dead || to.destroyed || act()
        if (road.delayMs > 0) setTimeout(go, road.delayMs)
        else go()
      }
      from.on('data', (bytes) => pass(() => to.write(bytes)))
      from.on('end', () => pass(() => to.end()))
      // A reset on one side is one on the other; the error says nothing more.
      from.on('error', () => undefined)
      from.on('close', () => {
        cars.delete(car)
        if (!car.dead) to.destroy()
      })
    }
  })
  const destroyAll = () => {
    for (const { ends } of cars) for (const end of ends) end.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const road: Road = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    closed: false,
    cut: destroyAll,
    deaden: () => {
      for (const car of cars) car.dead = true
    },
    close: () => {
      destroyAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return road
}
