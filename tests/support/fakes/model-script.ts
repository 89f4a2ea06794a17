/** A request for a chat completion. */
export interface SeenRequest {
  model: string
  messages: { role: string; content: string; tool_call_id?: string }[]
  tools?: { function: { name: string } }[]
  stream: boolean
  response_format?: { type: string; json_schema?: { schema: unknown } }
}

/** The behaviour of the model for one question. */
export interface ModelBehaviour {
  /** Tokens of the answer; by default it repeats the question. */
  tokens?: readonly string[]
  /** Sent before the answer, as `reasoning_content`. */
  reasoning?: readonly string[]
  /** The queries of calls of `web_search`, after the tokens; without tokens, only the calls are sent. */
  searches?: readonly string[]
  /** A call as a hostile or confused model writes it, after the tokens. */
  call?: { name: string; arguments: string }
  /** Milliseconds between tokens; default 0. */
  paceMs?: number
  /**
   * The number of tokens, of reasoning and answer together, that are sent before the test releases more; default all.
   */
  holdAt?: number
  /** Whether the headers of the response, too, wait for the release of the first token. */
  areHeadersHeld?: boolean
  /** The end after the tokens: regular, by a limit or filter of the server, broken, with invalid JSON, or no marker. */
  end?: 'stop' | 'length' | 'content_filter' | 'destroy' | 'nonsense' | 'truncate'
  /** The token counts that it reports instead of the right ones. */
  usage?: { prompt_tokens: number; completion_tokens: number }
  /** The HTTP status of the response instead. */
  status?: number
  retryAfter?: number
}

/** One answer that a test controls: how far it may be sent, and how far it was sent. */
export class Script {
  readonly behaviour: ModelBehaviour
  /** When the first token was sent, by `performance.now()`. */
  firstSentAt = 0
  /** When the request for it arrived, by `performance.now()`. */
  askedAt = 0
  #allowed: number
  #isAsked = false
  #sent = 0
  #ended: 'finished' | 'cancelled' | null = null
  #waiting = new Set<() => void>()

  constructor(behaviour: ModelBehaviour) {
    this.behaviour = behaviour
    this.#allowed = behaviour.holdAt ?? Number.POSITIVE_INFINITY
  }

  /** Resolves when a question has arrived that this script answers. */
  asked(): Promise<void> {
    return this.#until(() => this.#isAsked)
  }

  /** Resolves when `count` tokens were sent. */
  sent(count: number): Promise<void> {
    return this.#until(() => this.#sent >= count)
  }

  /** Releases the first `count` tokens; resolves when they were sent. */
  released(count: number): Promise<void> {
    this.#allowed = Math.max(this.#allowed, count)
    this.#changed()
    return this.sent(count)
  }

  /** Releases everything; resolves when the answer has ended. */
  release(): Promise<void> {
    this.#allowed = Number.POSITIVE_INFINITY
    this.#changed()
    return this.#until(() => this.#ended !== null)
  }

  /** Resolves when the client has disconnected before the end. */
  cancelled(): Promise<void> {
    return this.#until(() => this.#ended === 'cancelled')
  }

  /** For the server only. */
  wasAsked(): void {
    this.#isAsked = true
    this.askedAt = performance.now()
    this.#changed()
  }

  /** For the server only: resolves when token number `index` (from 0) may be sent, or the client has disconnected. */
  mayGo(index: number): Promise<void> {
    return this.#until(() => index < this.#allowed || this.#ended !== null)
  }

  /** For the server only. */
  wasSent(): void {
    if (this.#sent === 0) this.firstSentAt = performance.now()
    this.#sent += 1
    this.#changed()
  }

  /** For the server only; the first call wins. */
  end(how: 'finished' | 'cancelled'): void {
    this.#ended ??= how
    this.#changed()
  }

  async #until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  #changed(): void {
    for (const go of this.#waiting) go()
    this.#waiting.clear()
  }
}
