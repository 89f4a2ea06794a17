import { v7 as uuid } from 'uuid'
import { type Api, createApi } from '#api/client.ts'
import type { Grant } from '#api/token-source.ts'
import { getProfile, login, register } from '#contract/endpoints/accounts.ts'
import { createChat, sendMessage } from '#contract/endpoints/chats.ts'
import { checkout, listPlans } from '#contract/endpoints/subscriptions.ts'
import type { Authenticated } from '#contract/objects/user.ts'

export interface Credentials {
  email: string
  password: string
}

/** A signed-in user of a running server, who uses its API as the app does. */
export class ApiUser {
  authenticated: Authenticated
  readonly credentials: Credentials
  readonly #api: Api

  private constructor(api: Api, authenticated: Authenticated, credentials: Credentials) {
    this.#api = api
    this.authenticated = authenticated
    this.credentials = credentials
  }

  static async register(url: string, names: { first: string; last: string }, given: Credentials): Promise<ApiUser> {
    const tokens = new HeldTokens()
    const api = createApi({ baseUrl: url, tokens, language: () => 'en' })
    const body = { ...given, first_name: names.first, last_name: names.last }
    return new ApiUser(api, tokens.hold(await api.call(register, { body })), given)
  }

  static async login(url: string, given: Credentials): Promise<ApiUser> {
    const tokens = new HeldTokens()
    const api = createApi({ baseUrl: url, tokens, language: () => 'en' })
    return new ApiUser(api, tokens.hold(await api.call(login, { body: given })), given)
  }

  /** Throws when the server offers no free plan. */
  async startTrial(): Promise<void> {
    const free = (await this.#api.call(listPlans, {})).find((plan) => plan.price === '0.00')
    if (!free) throw new Error('The server has no free plan')
    await this.#api.call(checkout, { body: { plan_id: free.id } })
    this.authenticated = { ...this.authenticated, user: await this.#api.call(getProfile, {}) }
  }

  /** Asks the questions in a new chat, each after the previous answer; returns the chat's id. */
  async chat(questions: readonly string[], title?: string): Promise<string> {
    const chat = uuid()
    await this.#api.call(createChat, { body: { id: chat, ...(title === undefined ? {} : { title }) } })
    for (const content of questions) {
      await this.#api.call(sendMessage, { body: { id: uuid(), chat, content }, timeoutMs: 60_000 })
    }
    return chat
  }
}

/** Holds the tokens in memory only. A refresh replaces them; when the server refuses it, they are removed. */
class HeldTokens {
  #grant: Grant | null = null

  hold(authenticated: Authenticated): Authenticated {
    const { access, refresh, user } = authenticated
    this.#grant = { access, refresh, userId: user.id }
    return authenticated
  }

  async read(): Promise<Grant | null> {
    return this.#grant
  }

  async reread(): Promise<Grant | null> {
    return this.#grant
  }

  async replace(used: Grant, next: { access: string; refresh: string }): Promise<Grant> {
    this.#grant = { ...next, userId: used.userId }
    return this.#grant
  }

  async refused(): Promise<void> {
    this.#grant = null
  }
}
