import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Grant, TokenSource } from '#api/token-source.ts'

/** What of the app a version brings: its client, its contract, and with it how it reads responses. */
export async function loadApp(tree: string) {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(tree, file)).href)
  // Each version is checked against its own types by its own check; here they are taken to be those of this one.
  const [client, errors, events, accounts, chats, subscriptions] = await Promise.all([
    load('src/api/client.ts') as Promise<typeof import('#api/client.ts')>,
    load('src/api/errors.ts') as Promise<typeof import('#api/errors.ts')>,
    load('src/api/event-stream.ts') as Promise<typeof import('#api/event-stream.ts')>,
    load('src/contract/endpoints/accounts.ts') as Promise<typeof import('#contract/endpoints/accounts.ts')>,
    load('src/contract/endpoints/chats.ts') as Promise<typeof import('#contract/endpoints/chats.ts')>,
    load('src/contract/endpoints/subscriptions.ts') as Promise<typeof import('#contract/endpoints/subscriptions.ts')>,
  ])
  return { ...client, ...errors, ...events, ...accounts, ...chats, ...subscriptions }
}

type App = Awaited<ReturnType<typeof loadApp>>

/** The addresses of the servers that take requests. */
export type Servers = readonly string[]

export interface Sent {
  chat: string
  id: string
  content: string
}

/** A user of an app of one version, who asks question after question, each on the next of the servers. */
export class RolloutClient {
  readonly sent: Sent[] = []
  /** Requests that were repeated, because a server had ended or was draining. */
  retries = 0
  /** Answers whose stream went on at another connection, with nothing lost or repeated in it. */
  resumed = 0
  /** Milliseconds from sending a question to its acknowledgement, retries included. */
  readonly waits: number[] = []
  readonly #app: App
  readonly #servers: () => Servers
  readonly #chat = randomUUID()
  #grant: Grant | null = null
  #turn = 0

  constructor(app: App, servers: () => Servers) {
    this.#app = app
    this.#servers = servers
  }

  /** On the next server; again on the one after it when there was no response, or a refusal that passes. */
  async #call<T>(run: (api: ReturnType<App['createApi']>) => Promise<T>): Promise<T> {
    const { createApi } = this.#app
    const tokens: TokenSource = {
      read: async () => this.#grant,
      reread: async () => this.#grant,
      refused: async () => {},
      replace: async (used: Grant, next: { access: string; refresh: string }) => {
        this.#grant = { ...next, userId: used.userId }
        return this.#grant
      },
    }
    for (let attempt = 1; ; attempt += 1) {
      const servers = this.#servers()
      this.#turn += 1
      const baseUrl = servers[this.#turn % servers.length] ?? ''
      try {
        return await run(createApi({ baseUrl, tokens, language: () => 'en', locks: undefined }))
      } catch (error) {
        if (attempt === 50 || !isPassing(error)) throw error
        this.retries += 1
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  async begin(): Promise<void> {
    const { register, listPlans, checkout, createChat } = this.#app
    const email = `${randomUUID()}@example.org`
    const body = { email, password: 'a quiet evening', first_name: 'Ada', last_name: 'Lovelace' }
    const { access, refresh, user } = await this.#call((api) => api.call(register, { body }))
    this.#grant = { access, refresh, userId: user.id }
    const free = (await this.#call((api) => api.call(listPlans, {}))).find((plan) => plan.price === '0.00')
    if (free === undefined) throw new Error('no free plan is offered')
    await this.#call((api) => api.call(checkout, { body: { plan_id: free.id } }))
    await this.#call((api) => api.call(createChat, { body: { id: this.#chat } }))
  }

  /** Asks until `done`, and follows each answer to its end. */
  async work(done: () => boolean): Promise<void> {
    const { sendMessage } = this.#app
    while (!done()) {
      const id = randomUUID()
      const content = `Question ${this.sent.length} of ${id}: one two three four five six seven eight nine ten`
      const began = performance.now()
      const exchange = await this.#call((api) =>
        api.call(sendMessage, { body: { id, chat: this.#chat, content }, headers: { Prefer: 'respond-async' } }),
      )
      this.waits.push(performance.now() - began)
      this.sent.push({ chat: this.#chat, id, content })
      await this.#follow(exchange.assistant_message.id, content)
    }
  }

  /** Reads the stream of an answer, from where it broke off on another server, and compares its text. */
  async #follow(message: string, content: string): Promise<void> {
    const { streamAnswer, readEvents } = this.#app
    let text = ''
    let last = ''
    let connections = 0
    for (let ended = false; !ended; ) {
      const headers = last === '' ? {} : { 'Last-Event-ID': last }
      const response = await this.#call((api) =>
        api.request(streamAnswer, { params: { id: this.#chat }, query: { message }, headers }),
      )
      connections += 1
      try {
        for await (const event of readEvents(response)) {
          if (event.id !== undefined) last = event.id
          if (event.event === 'delta') text += event.data.text
          if (event.event === 'done') ended = true
          if (event.event === 'failed') throw new Error(`an answer failed: ${event.data.code}`)
        }
      } catch (error) {
        if (!isPassing(error)) throw error
        this.retries += 1
      }
    }
    if (!text.includes(content)) throw new Error(`a stream lost text: ${text}`)
    if (connections > 1) this.resumed += 1
  }

  /** Of the questions that were acknowledged: those without a whole answer, and those that are there twice. */
  async judge(): Promise<{ lost: number; repeated: number }> {
    const { getMessages } = this.#app
    const { messages } = await this.#call((api) =>
      api.call(getMessages, { params: { id: this.#chat }, query: { limit: 200 } }),
    )
    const isAnswered = ({ id, content }: Sent) =>
      messages.some((one) => one.reply_to === id && one.status === 'complete' && one.content.includes(content))
    const contents = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    return {
      lost: this.sent.filter((one) => !isAnswered(one)).length,
      repeated: contents.length - new Set(contents).size,
    }
  }
}

/** No response, a server that drains, or one that is overloaded; by name, because each version has its own classes. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { status } = error as { status?: unknown }
  return error.name === 'NetworkError' || status === 503 || status === 502
}
