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
  /**
   * The network changes: event streams go dead without a word (both ends keep their socket, no byte arrives any
   * more), and what is idle is closed, as browsers do then.
   */
  deaden(): void
  close(): Promise<void>
}

interface Car {
  ends: [Socket, Socket]
  dead: boolean
  /** It carries an event stream. */
  streams: boolean
}

/** Opens a road to `target` (an origin) on a free port. */
export async function openRoad(target: string): Promise<Road> {
  const { hostname, port } = new URL(target)
  const cars = new Set<Car>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (road.closed) return near.destroy()
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const car: Car = { ends: [near, far], dead: false, streams: false }
    cars.add(car)
    for (const [from, to] of [car.ends, [far, near]] as const) {
      from.setNoDelay(true)
      const pass = (act: () => void) => {
        const go = () => car.dead || to.destroyed || act()
        if (road.delayMs > 0) setTimeout(go, road.delayMs)
        else go()
      }
      from.on('data', (bytes: Buffer) => {
        car.streams ||= from === far && bytes.includes('text/event-stream')
        pass(() => to.write(bytes))
      })
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
      for (const car of cars) {
        if (car.streams) car.dead = true
        else for (const end of car.ends) end.destroy()
      }
    },
    close: () => {
      destroyAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return road
}
