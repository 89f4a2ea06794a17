import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Below the ports that systems hand out by themselves, so that nobody takes one while nothing listens there. */
const PORTS = { from: 20_000, count: 12_000 }

/** An address that stays, while what stands behind it changes: some origin, or nobody, who refuses connections. */
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
      const server = await listen(PORTS.from + Math.floor(Math.random() * PORTS.count)).catch(() => null)
      if (server) return new FixedAddress(server)
    }
  }

  /** Leads new connections to that origin; with null to nobody, and breaks those that are there. */
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
      // A reset on one side is one on the other; the error says nothing more.
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
