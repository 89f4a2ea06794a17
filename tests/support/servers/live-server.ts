import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../scripts/free-port.ts'

const root = join(import.meta.dirname, '../../..')
/** Node's compile cache halves the time to start. */
const compiled = join(root, 'node_modules/.cache/node')
const SERVER = 'dist-server/main.js'
const READY_WITHIN_MS = 30_000

/** The real server as its own process, with a data folder that lasts as long as the object. */
export class LiveServer {
  /** The public address: PUBLIC_URL, if it is set. */
  readonly url: string
  /** The address on which the process listens. */
  readonly listensAt: string
  /** DATA_DIR. */
  readonly folder: string
  /** The output of all its processes. */
  output = ''
  readonly #env: Readonly<Record<string, string>>
  readonly #program: string
  #child: ChildProcess | undefined

  protected constructor(folder: string, port: number, env: Readonly<Record<string, string>>, program = SERVER) {
    this.folder = folder
    this.#program = program
    this.listensAt = `http://127.0.0.1:${port}`
    this.url = env.PUBLIC_URL ?? this.listensAt
    this.#env = { ...env, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port) }
  }

  /**
   * Resolves when the server responds; `env` adds to its settings; `program` runs instead of the server itself; without
   * a `port` it takes a free one.
   */
  static async start(
    env: Readonly<Record<string, string>> = {},
    program: string = SERVER,
    port?: number,
  ): Promise<LiveServer> {
    const server = new LiveServer(await LiveServer.makeFolder(), port ?? (await freePort()), env, program)
    await server.start()
    return server
  }

  protected static makeFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'companion-'))
  }

  /** Starts it again on the same port and folder; `env` applies to this process only. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, [join(root, this.#program)], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compiled,
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        // Tests of scores switch it on: in all others nothing is scored in the background.
        SCORING: 'off',
        ...this.#env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const before = this.output.length
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.output += chunk
      })
    }
    await this.#ready(child, before)
  }

  /** Kills the process with SIGKILL, as a power failure would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Stops the process with SIGTERM, and waits for it to drain. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async remove(): Promise<void> {
    await this.#end('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** Its own output says that it listens: on a port that was taken meanwhile, another server would respond. */
  async #ready(child: ChildProcess, before: number): Promise<void> {
    const until = Date.now() + READY_WITHIN_MS
    while (Date.now() < until) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${this.output}`)
      const isListening = this.output.includes('ready at', before)
      if (isListening && (await this.#isReady())) return
      await delay(25)
    }
    throw new Error(`The server was not ready after ${READY_WITHIN_MS} ms:\n${this.output}`)
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.listensAt}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
}
