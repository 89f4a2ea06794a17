import { LiveServer } from '#support/servers/live-server.ts'
import { freePort } from '../../../../scripts/free-port.ts'
import type { FixedAddress } from './fixed-address.ts'

/**
 * The server which the tests of a worker share, behind an address that can refuse connections. When "killed" it still
 * runs, but is unreachable, as without a network.
 */
export class SharedServer extends LiveServer {
  readonly #address: FixedAddress

  private constructor(folder: string, port: number, env: Readonly<Record<string, string>>, address: FixedAddress) {
    super(folder, port, { ...env, PUBLIC_URL: address.url })
    this.#address = address
  }

  static async begin(env: Readonly<Record<string, string>>, address: FixedAddress): Promise<SharedServer> {
    const server = new SharedServer(await LiveServer.makeFolder(), await freePort(), env, address)
    await LiveServer.prototype.start.call(server)
    return server
  }

  override async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    if (Object.keys(env).length > 0) throw new Error("Other settings are for a server of the test's own: `ownServer`")
    await this.#address.lead(this.listensAt)
  }

  override async kill(): Promise<void> {
    await this.#address.lead(null)
  }

  override async stop(): Promise<void> {
    await this.#address.lead(null)
  }
}
