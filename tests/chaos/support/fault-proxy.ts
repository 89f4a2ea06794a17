import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What befalls the next requests whose first line matches, such as `POST /api/v1/companion/chat/`. */
interface Fault {
  match: RegExp
  left: number
  act: 'cut before' | 'cut after' | { answer: Canned } | { hold: Hold }
}

export interface Canned {
  status: number
  headers?: Record<string, string>
  json?: unknown
}

/** A request in the hands of a test. */
export class Hold {
  /** Resolves when the request has come; the server does not have it yet. */
  readonly arrived: Promise<void>
  readonly released: Promise<void>
  /** For the proxy. */
  readonly arrive: () => void
  /** Lets the server have it, whether or not anybody still waits for the answer. */
  readonly release: () => void

  constructor() {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.arrived = arrived.promise
    this.arrive = arrived.resolve
    this.released = released.promise
    this.release = released.resolve
  }
}

/** First line of a request at the start of what has arrived; a client here never sends two in one go. */
const requestLine = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+/

/** The network between client and server: a forwarder of bytes that can fail in every way that a network can. */
export class TcpProxy {
  readonly url: string
  /** Milliseconds that anything takes, each way. */
  delayMs = 0
  /** Bytes a second, each way. */
  bytesPerSecond = Number.POSITIVE_INFINITY
  /** First lines of the requests that went on to the server. */
  readonly passed: string[] = []
  readonly #server: Server
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #faults: Fault[] = []
  #downs = 0

  private constructor(server: Server, target: number) {
    this.#server = server
    this.#target = target
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', (client) => this.#carry(client))
  }

  /** A proxy on a port of its own before the server at `url`. */
  static async before(url: string): Promise<TcpProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TcpProxy(server, Number(new URL(url).port))
  }

  /** No connection lives and none is made, until `up`. */
  down(): void {
    this.#downs += 1
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Takes back one `down`. */
  up(): void {
    this.#downs = Math.max(0, this.#downs - 1)
  }

  async flap(ms: number): Promise<void> {
    this.down()
    await pause(ms)
    this.up()
  }

  /** The server never sees the next `times` such requests. */
  cutBefore(match: RegExp, times = 1): void {
    this.#faults.push({ match, left: times, act: 'cut before' })
  }

  /** The server does what the next `times` such requests ask; nobody hears of it. */
  cutAfter(match: RegExp, times = 1): void {
    this.#faults.push({ match, left: times, act: 'cut after' })
  }

  /** The next such requests are answered here, as by a broken server or a gateway. */
  answer(match: RegExp, answer: Canned, times = Number.POSITIVE_INFINITY): void {
    this.#faults.push({ match, left: times, act: { answer } })
  }

  /** Keeps the next such request back. */
  hold(match: RegExp): Hold {
    const hold = new Hold()
    this.#faults.push({ match, left: 1, act: { hold } })
    return hold
  }

  /** No more faults are waiting for their request, and the network is there. */
  heal(): void {
    this.#faults = []
    this.#downs = 0
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.down()
    await closed
  }

  #take(line: string): Fault['act'] | undefined {
    const fault = this.#faults.find(({ match, left }) => left > 0 && match.test(line))
    if (fault) fault.left -= 1
    return fault?.act
  }

  #carry(client: Socket): void {
    this.#watch(client)
    if (this.#downs > 0) return void client.resetAndDestroy()
    const server = this.#watch(connect(this.#target, '127.0.0.1'))
    let held: Buffer[] | undefined
    // Who waits for a held request may go meanwhile; the server shall have it all the same.
    client.on('close', () => held ?? server.destroy())
    server.on('close', () => client.destroy())
    const toServer = this.#lane(server)
    const toClient = this.#lane(client)
    let deaf = false
    let swallowing = false

    client.on('data', (bytes) => {
      if (swallowing) return
      const line = requestLine.exec(bytes.toString('latin1', 0, 2048))?.[0]
      const act = line === undefined ? undefined : this.#take(line)
      if (act === 'cut before') return void client.resetAndDestroy()
      if (act === 'cut after') deaf = true
      if (typeof act === 'object' && 'answer' in act) {
        swallowing = true
        return void client.end(inHttp(act.answer))
      }
      if (typeof act === 'object' && 'hold' in act) {
        const parts: Buffer[] = []
        held = parts
        act.hold.arrive()
        void act.hold.released.then(() => {
          held = undefined
          for (const part of parts) toServer(part)
        })
      }
      if (held) held.push(bytes)
      else toServer(bytes)
      if (line !== undefined) this.passed.push(line)
    })
    server.on('data', (bytes) => {
      if (deaf) client.resetAndDestroy()
      else toClient(bytes)
    })
  }

  /** Writes in order, as late and as slowly as the network is now. */
  #lane(socket: Socket): (bytes: Buffer) => void {
    let last: Promise<unknown> = Promise.resolve()
    let waiting = 0
    return (bytes) => {
      const ms = this.delayMs + (1000 * bytes.length) / this.bytesPerSecond
      if (ms === 0 && waiting === 0) return void socket.write(bytes)
      waiting += 1
      last = Promise.all([last, pause(ms)]).then(() => {
        waiting -= 1
        if (!socket.destroyed) socket.write(bytes)
      })
    }
  }

  #watch(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    // Broken connections are what it is for; `close` follows.
    socket.on('error', () => socket.destroy())
    return socket
  }
}

function inHttp({ status, headers = {}, json }: Canned): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const all = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} Answered by the network\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
