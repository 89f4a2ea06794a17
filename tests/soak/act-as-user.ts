import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createChat } from '#contract/endpoints/chats.ts'
import { search } from '#contract/endpoints/companion.ts'
import { readEvents } from '#support/api/answer-stream.ts'
import type { TestClient } from '#support/api/test-client.ts'
import { chatCalls } from '#support/users/chat-user.ts'

/** What all users of a run have done. Ids only: the contents of an hour would fill the memory of the run itself. */
export interface Ledger {
  /** The question of each acknowledged message, and its answer. */
  acknowledged: Map<string, string>
  /** Ids of answers of which a reader saw the end. */
  answered: Set<string>
  /** Milliseconds from sending to the acknowledgement, since the last report. */
  waits: number[]
  reconnects: number
  searches: number
  /** Requests that were refused for a moment and sent again, as the app does. */
  retries: number
  /** Readers who missed text, or got it twice. */
  broken: number
}

const QUESTIONS_PER_CHAT = 15
const RETRY_MS = 500
const THINKS_MS = 500

interface SoakUser {
  client: TestClient
  token: string
  ledger: Ledger
  /** Between 0 and 1. */
  random: () => number
}

/** Writes, reads, loses the connection, repeats requests and searches, until the signal. */
export async function actAsUser({ client, token, ledger, random }: SoakUser, signal: AbortSignal): Promise<void> {
  for (let asked = 0, chat = ''; !signal.aborted; asked += 1) {
    if (asked % QUESTIONS_PER_CHAT === 0) {
      chat = randomUUID()
      const id = chat
      await untilAccepted(() => client.call(createChat, { token, body: { id } }))
    }
    const user = chatCalls(client, token, chat)
    const id = randomUUID()
    const content = `Tell me about harbour ${asked} and lantern ${id.slice(0, 8)}`
    const begun = performance.now()
    const { assistant_message } = await untilAccepted(() => user.ask(content, { id }))
    ledger.waits.push(performance.now() - begun)
    ledger.acknowledged.set(id, assistant_message.id)
    // The response was lost: the app sends the question again, under the same id.
    if (random() < 0.1) {
      const again = await untilAccepted(() => user.ask(content, { id }))
      if (again.assistant_message.id !== assistant_message.id) ledger.broken += 1
    }
    await read(assistant_message.id, user.resume)
    if (random() < 0.1) {
      await untilAccepted(() => client.call(search, { token, query: { q: 'lantern harbour' } }))
      ledger.searches += 1
    }
    await delay(random() * THINKS_MS)
  }

  /** Reads an answer to its end; one connection in four is given up on the way, and the next one goes on from there. */
  async function read(answer: string, resume: ReturnType<typeof chatCalls>['resume']): Promise<void> {
    let last: string | undefined
    for (let next = 1; ; ) {
      const connection = new AbortController()
      const breaksAt = random() < 0.25 ? next + Math.floor(random() * 10) : Number.POSITIVE_INFINITY
      try {
        for await (const event of readEvents(await resume(answer, last, connection.signal))) {
          if (event.event === 'done' || event.event === 'failed') {
            if (event.event === 'done') ledger.answered.add(answer)
            return
          }
          if (event.id === undefined) continue
          if (event.id !== `${answer}:${next}`) ledger.broken += 1
          last = event.id
          next += 1
          if (next > breaksAt) connection.abort()
        }
      } catch (error) {
        if (!connection.signal.aborted && !isPassing(error)) throw error
      }
      ledger.reconnects += 1
      await delay(random() * RETRY_MS)
    }
  }

  async function untilAccepted<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isPassing(error)) throw error
        ledger.retries += 1
        await delay(RETRY_MS)
      }
    }
  }
}

/** A refusal that passes, or no response. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && (error instanceof TypeError || /^503 | answered (?:429|503)/.test(error.message))
