import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Below the ephemeral ports, so that no other process takes the port while nothing listens there; each of Playwright's
 * workers has its own part of them.
 */
const count = 3_000
const PORTS = { from: 20_000 + count * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4), count }
const taken = new Set<number>()

/** A fixed address that forwards to a changeable origin, or refuses connections without one. */
export class FixedAddress {
  readonly port: number
  #server: Server
  #target: URL | null = null
  readonly #connected = new Set<Socket>()

  private constructor(server: Server) {
    this.port = (server.address() as AddressInfo).port
    this.#server = server
    server.close()
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  static async take(): Promise<FixedAddress> {
    for (;;) {
      const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
      const server = taken.has(port) ? null : await listen(port).catch(() => null)
      if (!server) continue
      taken.add(port)
      return new FixedAddress(server)
    }
  }

  /** Forwards new connections to that origin; null refuses new connections and closes open ones. */
  async lead(target: string | null): Promise<void> {
    const wasOpen = this.#target !== null
    this.#target = target === null ? null : new URL(target)
    if (target === null) {
      for (const socket of this.#connected) socket.destroy()
      if (wasOpen) await new Promise((resolve) => this.#server.close(resolve))
    } else if (!wasOpen) {
      this.#server = await listen(this.port)
      this.#server.on('connection', (socket: Socket) => this.#pass(socket))
    }
  }

  #pass(near: Socket): void {
    const target = this.#target
    if (target === null) return void near.destroy()
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#connected.add(from)
      from.setNoDelay(true)
      from.pipe(to)
      // A reset on one side becomes one on the other; the error has no other use.
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#connected.delete(from)
        to.destroy()
      })
    }
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
