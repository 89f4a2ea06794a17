import type { LiveServer } from '#support/servers/live-server.ts'
import { FixedAddress } from './fixed-address.ts'
import { SharedServer } from './shared-server.ts'

/** Scoring is off except in its own tests, because it sends two more requests to the model for each answer. */
export const settingsFor = (model: string) => ({
  ASSISTANT_BASE_URL: model,
  ASSISTANT_MODEL: 'test-model',
  SCORING: 'off',
})

/**
 * The shared environment of one test worker: the address of the app, the address of the running test's model, and the
 * shared server.
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

  /** Returns the shared server, which uses that model from now on. */
  async server(model: string): Promise<LiveServer> {
    await this.#model.lead(model)
    // All tests use one IP address, with many requests a minute.
    const env = { ...settingsFor(`${this.#model.url}/v1`), RATE_LIMITS: 'off' }
    this.#shared ??= await SharedServer.begin(env, this.address)
    await this.#shared.start()
    return this.#shared
  }

  /** Both addresses refuse connections until the next test. */
  async rest(): Promise<void> {
    await this.address.lead(null)
    await this.#model.lead(null)
  }

  async close(): Promise<void> {
    await this.rest()
    await this.#shared?.remove()
  }
}
