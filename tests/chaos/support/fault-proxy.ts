import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The faults for the next requests whose first line matches, such as `POST /api/v1/companion/chat/`. */
interface Fault {
  match: RegExp
  left: number
  act: 'cut before' | 'cut within' | 'cut after' | { answer: Canned } | { hold: Hold }
}

export interface Canned {
  status: number
  headers?: Record<string, string>
  json?: unknown
}

/** A held request that a test releases. */
export class Hold {
  /** Resolves when the proxy has received the request; the server has not received it yet. */
  readonly arrived: Promise<void>
  readonly released: Promise<void>
  /** For the proxy only. */
  readonly arrive: () => void
  /** Passes the request on to the server, whether or not the client still waits for the response. */
  readonly release: () => void

  constructor() {
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.arrived = arrived.promise
    this.arrive = arrived.resolve
    this.released = released.promise
    this.release = released.resolve
  }
}

/** The first line of a request at the start of the received bytes; a client here never sends two requests at once. */
const requestLine = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+/
const HEAD_END = '\r\n\r\n'

/** A network between client and server: a TCP proxy that can fail in every way that a network can. */
export class TcpProxy {
  readonly url: string
  /** Milliseconds of latency, each way. */
  delayMs = 0
  /** Bytes a second, each way. */
  bytesPerSecond = Number.POSITIVE_INFINITY
  /** First lines of the requests that were passed on to the server. */
  readonly passed: string[] = []
  /** How many requests were cut within their bodies. */
  cutBodies = 0
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

  /** Starts a proxy on its own port in front of the server at `url`. */
  static async before(url: string): Promise<TcpProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TcpProxy(server, Number(new URL(url).port))
  }

  /** Breaks all connections and refuses new ones until `up`. */
  down(): void {
    this.#downs += 1
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** Undoes one `down`. */
  up(): void {
    this.#downs = Math.max(0, this.#downs - 1)
  }

  async flap(ms: number): Promise<void> {
    this.down()
    await delay(ms)
    this.up()
  }

  /** Drops the next `times` matching requests before they reach the server. */
  cutBefore(match: RegExp, times = 1): void {
    this.#faults.push({ match, left: times, act: 'cut before' })
  }

  /**
   * Passes half of the body of the next `times` matching requests on to the server, and then breaks both connections.
   */
  cutWithin(match: RegExp, times = 1): void {
    this.#faults.push({ match, left: times, act: 'cut within' })
  }

  /** Passes the next `times` matching requests on to the server and drops the responses. */
  cutAfter(match: RegExp, times = 1): void {
    this.#faults.push({ match, left: times, act: 'cut after' })
  }

  /** Responds to the next matching requests itself, as a broken server or a gateway would. */
  answer(match: RegExp, answer: Canned, times = Number.POSITIVE_INFINITY): void {
    this.#faults.push({ match, left: times, act: { answer } })
  }

  /** Holds the next matching request. */
  hold(match: RegExp): Hold {
    const hold = new Hold()
    this.#faults.push({ match, left: 1, act: { hold } })
    return hold
  }

  /** Removes the remaining faults and restores the network. */
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
    // The client of a held request may disconnect in between; the server receives the request nevertheless.
    client.on('close', () => held ?? server.destroy())
    server.on('close', () => client.destroy())
    const toServer = this.#lane(server)
    const toClient = this.#lane(client)
    let deaf = false
    let swallowing = false
    /** What is passed on before the cut within a body, in bytes. */
    let toPass = Number.POSITIVE_INFINITY

    client.on('data', (bytes) => {
      if (swallowing) return
      const line = requestLine.exec(bytes.toString('latin1', 0, 2048))?.[0]
      const act = line === undefined ? undefined : this.#take(line)
      if (act === 'cut before') return void client.resetAndDestroy()
      if (act === 'cut after') deaf = true
      if (act === 'cut within') toPass = halfOf(bytes)
      if (bytes.length >= toPass) {
        swallowing = true
        this.cutBodies += 1
        // What was passed on arrives, and then the end of the connection.
        server.end(bytes.subarray(0, toPass))
        return void client.resetAndDestroy()
      }
      toPass -= bytes.length
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

  /** Writes in order with the current delay and bandwidth. */
  #lane(socket: Socket): (bytes: Buffer) => void {
    let last: Promise<unknown> = Promise.resolve()
    let waiting = 0
    return (bytes) => {
      const ms = this.delayMs + (1000 * bytes.length) / this.bytesPerSecond
      if (ms === 0 && waiting === 0) return void socket.write(bytes)
      waiting += 1
      last = Promise.all([last, delay(ms)]).then(() => {
        waiting -= 1
        if (!socket.destroyed) socket.write(bytes)
      })
    }
  }

  #watch(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    // Broken connections are the purpose here; `close` follows.
    socket.on('error', () => socket.destroy())
    return socket
  }
}

/** The size of a request's head and of half of its body, from the bytes with its head. */
function halfOf(bytes: Buffer): number {
  const end = bytes.indexOf(HEAD_END)
  const [, length] = /^content-length: (\d+)/im.exec(bytes.toString('latin1', 0, end)) ?? []
  if (end < 0 || length === undefined) throw new Error('Only a request whose head says its length is cut within')
  return end + HEAD_END.length + Math.floor(Number(length) / 2)
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
