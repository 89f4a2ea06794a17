/** What the model does with one question. */
export interface Behaviour {
  /** Tokens of the answer; without them it repeats the question. */
  tokens?: readonly string[]
  /** Sent before the answer, as `reasoning_content`. */
  reasoning?: readonly string[]
  /** Milliseconds between tokens; 0. */
  paceMs?: number
  /** How many tokens, of reasoning and answer together, go before the test releases more; all. */
  holdAt?: number
  /** After the tokens: ends well, breaks the connection, sends lines that are no JSON, or ends without a word. */
  end?: 'stop' | 'destroy' | 'nonsense' | 'truncate'
  /** Answers with this status instead. */
  status?: number
  retryAfter?: number
}

/** One answer in the hands of a test: how far it may go, and how far it has gone. */
export class Script {
  readonly behaviour: Behaviour
  /** By `performance.now()`. */
  firstSentAt = 0
  #allowed: number
  #isAsked = false
  #sent = 0
  #ended: 'finished' | 'cancelled' | null = null
  #waiting = new Set<() => void>()

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour
    this.#allowed = behaviour.holdAt ?? Number.POSITIVE_INFINITY
  }

  /** Resolves when a question has come that this answers. */
  asked(): Promise<void> {
    return this.#until(() => this.#isAsked)
  }

  /** Resolves when `count` tokens were sent. */
  sent(count: number): Promise<void> {
    return this.#until(() => this.#sent >= count)
  }

  /** Lets the first `count` tokens go; resolves when they were sent. */
  released(count: number): Promise<void> {
    this.#allowed = Math.max(this.#allowed, count)
    this.#changed()
    return this.sent(count)
  }

  /** Lets everything go; resolves when the answer has ended. */
  release(): Promise<void> {
    this.#allowed = Number.POSITIVE_INFINITY
    this.#changed()
    return this.#until(() => this.#ended !== null)
  }

  /** Resolves when whoever asked has gone before the end. */
  cancelled(): Promise<void> {
    return this.#until(() => this.#ended === 'cancelled')
  }

  /** For the server. */
  wasAsked(): void {
    this.#isAsked = true
    this.#changed()
  }

  /** For the server: resolves when token number `index` (from 0) may go, or nobody wants it any more. */
  mayGo(index: number): Promise<void> {
    return this.#until(() => index < this.#allowed || this.#ended !== null)
  }

  /** For the server. */
  wasSent(): void {
    if (this.#sent === 0) this.firstSentAt = performance.now()
    this.#sent += 1
    this.#changed()
  }

  /** For the server; the first word counts. */
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
