import 'fake-indexeddb/auto'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { NetworkError } from '#api/errors.ts'
import type { TemporaryQuestion } from '#contract/endpoints/temporary.ts'
import { MESSAGE_MAX, TEMPORARY_BODY_MAX, TEMPORARY_EXCHANGES_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/objects/chat.ts'
import type { Scores } from '#contract/objects/scores.ts'
import type { TemporaryEvent } from '#contract/temporary-stream.ts'
import { awaitedScoresAtom, openedScoresAtom } from '#features/chat/scores/open-scores.ts'
import { createTemporaryConversation } from '#features/chat/temporary/temporary-conversation.ts'
import { TEMPORARY_CHAT } from '#features/chat/temporary/temporary-path.ts'
import { createTemporaryRequest } from '#features/chat/temporary/temporary-request.ts'
import { temporaryAtom } from '#features/chat/temporary/temporary-state.ts'
import { answerSnapshot } from '#offline/stream/live-answers.ts'

const store = getDefaultStore()
const messages = () => store.get(temporaryAtom).messages
const last = () => messages().at(-1)
const ended = (more: Partial<Extract<TemporaryEvent, { event: 'ended' }>['data']> = {}): TemporaryEvent => ({
  event: 'ended',
  data: { status: 'complete', failure: null, model: 'small', left_out: 0, ...more },
})
const delta = (text: string): TemporaryEvent => ({ event: 'delta', data: { text } })
const scores = { message: 'of-the-server', truth: 90 } as Scores

/** One stream that the test feeds. */
function createStream(signal: AbortSignal) {
  const queue: TemporaryEvent[] = []
  let wake = () => {}
  let end: 'open' | 'closed' | Error = 'open'
  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  async function* events() {
    for (;;) {
      signal.throwIfAborted()
      const next = queue.shift()
      if (next) yield next
      else if (end === 'closed') return
      else if (end !== 'open') throw end
      else await changed()
    }
  }
  const put = (...added: TemporaryEvent[]) => {
    queue.push(...added)
    wake()
  }
  const close = (how: 'closed' | Error = 'closed') => {
    end = how
    wake()
  }
  return { events, put, close }
}

let asked: TemporaryQuestion[]
let streams: ReturnType<typeof createStream>[]
let refusal: Error | null
const onEnded = vi.fn()
let conversation: ReturnType<typeof createTemporaryConversation>

beforeEach(() => {
  asked = []
  streams = []
  refusal = null
  onEnded.mockClear()
  conversation = createTemporaryConversation(async (body, signal) => {
    asked.push(body)
    if (refusal) throw refusal
    const stream = createStream(signal)
    streams.push(stream)
    return stream.events()
  }, onEnded)
  onTestFinished(() => conversation.close())
})

/** Asks and gets the whole answer. */
async function exchange(question: string, answer: string) {
  await conversation.send(question)
  streams.at(-1)?.put(delta(answer), ended())
  streams.at(-1)?.close()
  await vi.waitFor(() => expect(last()).toMatchObject({ status: 'complete', content: answer }))
}

describe('a temporary conversation', () => {
  it('shows the question at once, the text as it comes, then the answer with its scores', async () => {
    const sent = conversation.send('Why?')
    expect(messages()).toMatchObject([{ content: 'Why?' }, { status: 'streaming', content: '' }])
    await sent
    const id = last()?.id ?? ''
    streams[0]?.put({ event: 'reasoning', data: { text: 'Hm.' } }, delta('Be'), delta('cause'))
    await vi.waitFor(() => expect(answerSnapshot(id)).toMatchObject({ text: 'Because', reasoning: 'Hm.' }))
    streams[0]?.put(ended())
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'complete', content: 'Because', model: 'small' }))
    expect([answerSnapshot(id), conversation.reasoningOf(id)]).toEqual([undefined, 'Hm.'])
    expect(onEnded).toHaveBeenCalledOnce()
    expect(store.get(awaitedScoresAtom)).toContain(id)
    streams[0]?.put({ event: 'scores', data: { scores } })
    streams[0]?.close()
    await vi.waitFor(() => expect(store.get(awaitedScoresAtom)).not.toContain(id))
    expect(last()?.scores).toEqual({ ...scores, message: id })
  })

  it('sends what was said before with each question', async () => {
    await exchange('One?', '1')
    await exchange('Two?', '2')
    await conversation.send('Three?')
    const earlier = [
      { question: 'One?', answer: '1' },
      { question: 'Two?', answer: '2' },
    ]
    expect(asked.at(-1)).toEqual({ question: 'Three?', earlier })
  })

  it('has no trace of a question that was not accepted', async () => {
    await exchange('One?', '1')
    refusal = new NetworkError('offline')
    await expect(conversation.send('Two?')).rejects.toBe(refusal)
    expect(messages().map(({ content }) => content)).toEqual(['One?', '1'])
  })

  it('stops, continues and answers again, in versions of which one is current', async () => {
    await conversation.send('Why?')
    streams[0]?.put(delta('Once'))
    const first = last()?.id ?? ''
    await vi.waitFor(() => expect(answerSnapshot(first)?.text).toBe('Once'))
    conversation.stop()
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'interrupted', failure: null, content: 'Once' }))
    await conversation.regenerateAnswer(first, 'continue')
    expect(asked.at(-1)).toEqual({ question: 'Why?', earlier: [], begun: 'Once' })
    streams[1]?.put(delta(' more'), ended())
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'complete', content: 'Once more', version: 2 }))
    await conversation.regenerateAnswer(last()?.id ?? '')
    streams[2]?.put(delta('Other'), ended())
    await vi.waitFor(() => expect(last()).toMatchObject({ content: 'Other', version: 3 }))
    await exchange('And?', 'So.')
    expect(asked.at(-1)?.earlier).toEqual([{ question: 'Why?', answer: 'Other' }])
    conversation.select(first)
    await conversation.send('Then?')
    expect(asked.at(-1)?.earlier[0]).toEqual({ question: 'Why?', answer: 'Once' })
  })

  it('has what there is of an answer whose connection is lost', async () => {
    await conversation.send('Why?')
    streams[0]?.put(delta('Be'))
    streams[0]?.close(new NetworkError('cut'))
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'interrupted', content: 'Be' }))
    await conversation.send('And?')
    streams[1]?.close()
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'failed', failure: 'assistant_broken' }))
  })

  it('says from which message on the model has read', async () => {
    await exchange('One?', '1')
    const first = last()?.id
    await exchange('Two?', '2')
    await conversation.send('Three?')
    streams.at(-1)?.put(delta('3'), ended({ left_out: 1 }))
    await vi.waitFor(() => expect(last()).toMatchObject({ earlier: { end: first, summary: null } }))
  })

  it('is forgotten when it is closed, and its answer is aborted', async () => {
    await exchange('One?', '1')
    await conversation.send('Two?')
    const id = last()?.id ?? ''
    streams[1]?.put(delta('Be'))
    await vi.waitFor(() => expect(answerSnapshot(id)?.text).toBe('Be'))
    conversation.close()
    expect([messages(), answerSnapshot(id), conversation.reasoningOf(id)]).toEqual([[], undefined, ''])
    await Promise.resolve()
    expect(messages()).toEqual([])
  })

  it('closes the panel with the scores of its answers, not that of another chat', () => {
    const elsewhere = { chatId: 'c', messageId: 'm' }
    store.set(openedScoresAtom, elsewhere)
    onTestFinished(() => store.set(openedScoresAtom, null))
    conversation.close()
    expect(store.get(openedScoresAtom)).toEqual(elsewhere)
    store.set(openedScoresAtom, { chatId: TEMPORARY_CHAT, messageId: 'a' })
    conversation.close()
    expect(store.get(openedScoresAtom)).toBeNull()
  })
})

describe('the request of a temporary chat', () => {
  const message = (seq: number, content: string): Message =>
    ({
      id: `m${seq}`,
      role: seq % 2 ? 'user' : 'assistant',
      seq,
      content,
      version: 1,
      reply_to: seq % 2 ? null : `m${seq - 1}`,
    }) as Message
  const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length

  it('leaves out the oldest messages above the size that the server accepts', () => {
    const said = Array.from({ length: 40 }, (_, n) => message(n + 1, '漢'.repeat(10_000)))
    const question = message(41, '\u0001'.repeat(MESSAGE_MAX))
    const { body, endOfLeftOut } = createTemporaryRequest({ messages: [...said, question], versions: [] }, question, '')
    expect(bytesOf(body)).toBeLessThanOrEqual(TEMPORARY_BODY_MAX)
    const count = body.earlier.length
    expect(count).toBeGreaterThan(3)
    expect(endOfLeftOut(0)).toBe(`m${40 - 2 * count}`)
    expect(endOfLeftOut(1)).toBe(`m${42 - 2 * count}`)
  })

  it('leaves out the oldest of too many', () => {
    const said = Array.from({ length: 2 * TEMPORARY_EXCHANGES_MAX + 4 }, (_, n) => message(n + 1, 'x'))
    const question = message(said.length + 1, 'Last?')
    const { body, endOfLeftOut } = createTemporaryRequest({ messages: [...said, question], versions: [] }, question, '')
    expect([body.earlier.length, endOfLeftOut(0)]).toEqual([TEMPORARY_EXCHANGES_MAX, 'm4'])
  })
})
