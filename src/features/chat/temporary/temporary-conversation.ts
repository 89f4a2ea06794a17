import { getDefaultStore } from 'jotai'
import { isExpectedError } from '#api/expected-error.ts'
import type { TemporaryQuestion } from '#contract/endpoints/temporary.ts'
import type { Message } from '#contract/objects/chat.ts'
import type { TemporaryEvent } from '#contract/temporary-stream.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { setAnswer } from '#offline/stream/live-answers.ts'
import { forgetCare } from '../care/care.ts'
import { awaitedScoresAtom, openedScoresAtom } from '../scores/open-scores.ts'
import { TEMPORARY_CHAT } from './temporary-path.ts'
import { createTemporaryRequest } from './temporary-request.ts'
import { noMessages, temporaryAtom } from './temporary-state.ts'

/** Resolves when the server has accepted the question; rejects when it has refused it or cannot be reached. */
export type AskTemporarily = (body: TemporaryQuestion, signal: AbortSignal) => Promise<AsyncIterable<TemporaryEvent>>

type Ended = Partial<Message> & Pick<Message, 'status' | 'failure'>

/**
 * A conversation in a temporary chat. It is neither stored nor sent by the outbox: closing the page aborts a running
 * answer, and the texts are gone. `onEnded` is called after each answer.
 */
export function createTemporaryConversation(ask: AskTemporarily, onEnded: () => void) {
  const store = getDefaultStore()
  const running = new Map<string, AbortController>()
  const reasonings = new Map<string, string>()
  let isClosed = false

  const read = () => store.get(temporaryAtom)
  const messageOf = (id: string | null) => read().messages.find((message) => message.id === id)
  const streaming = () => read().messages.find(({ status }) => status === 'streaming')

  function add(...added: Message[]): void {
    const { messages, versions } = read()
    store.set(temporaryAtom, { messages: [...messages, ...added], versions })
  }

  function remove(...ids: string[]): void {
    const { messages, versions } = read()
    store.set(temporaryAtom, { messages: messages.filter(({ id }) => !ids.includes(id)), versions })
  }

  function change(id: string, changes: Partial<Message>): void {
    if (isClosed) return
    const { messages, versions } = read()
    const updated_at = new Date().toISOString()
    const changed = messages.map((message) => (message.id === id ? { ...message, ...changes, updated_at } : message))
    store.set(temporaryAtom, { messages: changed, versions })
  }

  function setAwaited(id: string, isAwaited: boolean): void {
    const awaited = new Set(store.get(awaitedScoresAtom))
    if (isAwaited) awaited.add(id)
    else awaited.delete(id)
    store.set(awaitedScoresAtom, awaited)
  }

  function create(fields: Pick<Message, 'role' | 'content' | 'status' | 'reply_to' | 'version'>): Message {
    const now = new Date().toISOString()
    const { messages } = read()
    const parent = fields.role === 'user' ? (messages.findLast(({ role }) => role === 'user')?.id ?? null) : null
    const first = {
      failure: null,
      replaces: null,
      superseded_by: null,
      has_reasoning: false,
      model: null,
      scores: null,
    }
    const seq = messages.length + (fields.role === 'user' ? 1 : 2)
    return { ...first, ...fields, id: newId(), chat: TEMPORARY_CHAT, created_at: now, updated_at: now, seq, parent }
  }

  /** Streams an answer; resolves when the server has accepted the question. */
  async function stream(question: Message, answer: Message): Promise<void> {
    const begun = answer.content
    const { body, endOfLeftOut } = createTemporaryRequest(read(), question, begun)
    const controller = new AbortController()
    running.set(answer.id, controller)
    try {
      const events = await ask(body, controller.signal)
      void follow(answer, events, { signal: controller.signal, begun, endOfLeftOut })
    } catch (error) {
      running.delete(answer.id)
      if (!controller.signal.aborted) throw error
      finish(answer.id, { status: 'interrupted', failure: null })
    }
  }

  function finish(id: string, ended: Ended): void {
    change(id, ended)
    setAnswer(id, undefined)
    onEnded()
  }

  async function follow(
    { id }: Message,
    events: AsyncIterable<TemporaryEvent>,
    { signal, begun, endOfLeftOut }: { signal: AbortSignal; begun: string; endOfLeftOut: (n: number) => string | null },
  ): Promise<void> {
    let text = begun
    let reasoning = ''
    let hasEnded = false
    const end = (ended: Ended) => {
      hasEnded = true
      reasonings.set(id, reasoning)
      finish(id, { content: text, has_reasoning: reasoning !== '', ...ended })
    }
    try {
      for await (const event of events) {
        if (event.event === 'delta') text += event.data.text
        if (event.event === 'reasoning') reasoning += event.data.text
        if (event.event === 'ended') {
          const { left_out, model, status, failure } = event.data
          const last = endOfLeftOut(left_out)
          end({ status, failure, model, ...(last === null ? {} : { earlier: { end: last, summary: null } }) })
          setAwaited(id, status !== 'failed')
        } else if (event.event === 'scores') {
          const { scores } = event.data
          change(id, { scores: scores && { ...scores, message: id } })
        } else setAnswer(id, { text, reasoning, cursor: 0, connected: true })
      }
    } catch (error) {
      if (!signal.aborted && !isExpectedError(error)) reportError(error)
    }
    running.delete(id)
    setAwaited(id, false)
    if (hasEnded || isClosed) return
    if (signal.aborted) end({ status: 'interrupted', failure: null })
    else end({ status: text === '' ? 'failed' : 'interrupted', failure: 'assistant_broken' })
  }

  return {
    /** The reasoning of a finished answer. */
    reasoningOf: (id: string): string => reasonings.get(id) ?? '',

    /** Resolves when the server has accepted the question; rejects when it is not in the conversation after all. */
    async send(content: string): Promise<void> {
      const question = create({ role: 'user', content, status: 'complete', reply_to: null, version: 1 })
      const answer = create({ role: 'assistant', content: '', status: 'streaming', reply_to: question.id, version: 1 })
      add(question, answer)
      try {
        await stream(question, answer)
      } catch (error) {
        remove(question.id, answer.id)
        throw error
      }
    },

    /** Requests another version of an answer, or with `rest` one that continues its text. */
    async regenerateAnswer(id: string, rest?: 'continue'): Promise<void> {
      const before = messageOf(id)
      const question = messageOf(before?.reply_to ?? null)
      if (before === undefined || question === undefined || streaming() !== undefined) return
      const others = read().messages.filter(({ reply_to }) => reply_to === question.id)
      const version = 1 + Math.max(...others.map((other) => other.version))
      const content = rest === undefined ? '' : before.content
      const answer = create({ role: 'assistant', content, status: 'streaming', reply_to: question.id, version })
      add(answer)
      this.select(answer.id)
      try {
        await stream(question, answer)
      } catch (error) {
        remove(answer.id)
        throw error
      }
    },

    /** Makes one of an answer's versions the current one. */
    select(id: string): void {
      const { messages, versions } = read()
      store.set(temporaryAtom, { messages, versions: [...versions.filter((other) => other !== id), id] })
    },

    /** Ends the answer that is being written where it stands. */
    stop(): void {
      const answer = streaming()
      if (answer) running.get(answer.id)?.abort()
    },

    /** Forgets everything. */
    close(): void {
      isClosed = true
      for (const controller of running.values()) controller.abort()
      for (const { id } of read().messages) setAnswer(id, undefined)
      reasonings.clear()
      // The next temporary chat has the same id.
      forgetCare(TEMPORARY_CHAT)
      store.set(openedScoresAtom, (opened) => (opened?.chatId === TEMPORARY_CHAT ? null : opened))
      store.set(temporaryAtom, noMessages)
    },
  }
}
