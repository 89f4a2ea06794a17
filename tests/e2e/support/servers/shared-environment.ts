import type { LiveServer } from '#support/servers/live-server.ts'
import { FixedAddress } from './fixed-address.ts'
import { SharedServer } from './shared-server.ts'

/** Scores are for tests of their own, which switch them on: they ask a model twice more for each answer. */
export const settingsFor = (model: string) => ({
  ASSISTANT_BASE_URL: model,
  ASSISTANT_MODEL: 'test-model',
  SCORING: 'off',
})

/**
 * What the tests of one worker share: the address at which each finds the app, the address at which its server
 * finds the model of the test that runs, and the server of those that need none of their own.
 */
export class SharedEnvironment {
  readonly address: FixedAddress
  readonly #model: FixedAddress
  #shared: SharedServer | undefined

  private constructor(address: FixedAddress, model: FixedAddress) {
    this.address = address
    this.#model = model
  }

  static async open(): Promise<SharedEnvironment> {
    return new SharedEnvironment(await FixedAddress.take(), await FixedAddress.take())
  }

  /** The shared server, which asks that model from now on. */
  async server(model: string): Promise<LiveServer> {
    await this.#model.lead(model)
    // Everybody comes from one address here, many in a minute.
    const env = { ...settingsFor(`${this.#model.url}/v1`), RATE_LIMITS: 'off' }
    this.#shared ??= await SharedServer.begin(env, this.address)
    await this.#shared.start()
    return this.#shared
  }

  /** Nobody is at either address until the next test. */
  async rest(): Promise<void> {
    await this.address.lead(null)
    await this.#model.lead(null)
  }

  async close(): Promise<void> {
    await this.rest()
    await this.#shared?.remove()
  }
}
