import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isApiError } from '#api/errors.ts'
import { isStorageFull } from '#offline/database/storage-errors.ts'
import { onAnswerFinished } from '#offline/stream/finished-answers.ts'
import { followAnswer } from '#offline/stream/follow-answer.ts'
import { answerSnapshot, subscribeAnswer } from '#offline/stream/live-answers.ts'
import { savePartial } from '#offline/stream/store-answer.ts'
import { checkpointAnswers, reconnectStreams, resumeStreams } from '#offline/stream/stream-connections.ts'
import { ME } from '#support/device/device.ts'
import { answerText, beginStream, startAnswer } from '#support/device/start-answer.ts'
import { coded } from '#support/servers/stub-server.ts'

/**
 * Follows an answer whose stream goes on after its first chunks. `finished` are the ids of the answers that were told
 * as finished.
 */
async function followBeginning() {
  const answer = await startAnswer()
  const { device, options, message, frames } = answer
  const finished: string[] = []
  onTestFinished(onAnswerFinished(({ messageId }) => void finished.push(messageId)))
  const stop = new AbortController()
  device.server.intercept = () => (response) => void beginStream(response).write(frames.slice(0, 3).join(''))
  const followed = followAnswer({ ...options, signal: stop.signal })
  await expect.poll(() => answerSnapshot(message.id)?.cursor).toBe(3)
  const leave = () => {
    stop.abort('left')
    return expect(followed).rejects.toBe('left')
  }
  return { ...answer, finished, leave }
}

/** Makes the next request to the database fail as in WebKit, whose storage process has ended. */
function failOnce(method: 'get' | 'put'): void {
  const requests = vi.spyOn(IDBObjectStore.prototype, method)
  onTestFinished(() => requests.mockRestore())
  requests.mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
}

describe('following an answer', () => {
  it('shows the text as it arrives and stores the finished message', async () => {
    const { device, options, message, frames, done, final, stored } = await startAnswer()
    const seen: string[] = []
    const stop = subscribeAnswer(message.id, () => seen.push(answerSnapshot(message.id)?.text ?? ''))
    device.server.intercept = () => (response) => void beginStream(response).end(frames.join('') + done)
    expect(await followAnswer(options)).toEqual({ failed: null })
    stop()
    expect(new Set(seen)).toEqual(
      new Set(['', 'Hello ', 'Hello wörld ', 'Hello wörld 🦊', 'Hello wörld 🦊\n\n', answerText]),
    )
    expect(await stored()).toEqual({ ...final, userId: ME })
  })

  it('shows the state of its web search, which takes no number among the chunks', async () => {
    const { device, options, message, frames, done } = await startAnswer()
    const sources = [{ n: 1, url: 'https://tides.test/', title: 'Tides', site: 'tides.test' }]
    const states = [
      { query: 'tides', sources: [], problem: null },
      { query: null, sources, problem: null },
    ]
    const [searching, found] = states.map((data) => `event: sources\ndata: ${JSON.stringify(data)}\n\n`)
    const seen: unknown[] = []
    const stop = subscribeAnswer(message.id, () => seen.push(answerSnapshot(message.id)?.search))
    device.server.intercept = () => (response) =>
      void beginStream(response).end([searching, ...frames.slice(0, 3), found, ...frames.slice(3), done].join(''))
    await followAnswer(options)
    stop()
    expect(new Set(seen)).toEqual(new Set([undefined, ...states]))
    expect(answerSnapshot(message.id)).toMatchObject({ text: answerText, search: states[1] })
  })

  it('shows how many are before an answer that waits, until its text begins', async () => {
    const { device, options, message, frames, done } = await startAnswer()
    const [third, next] = [2, 0].map((before) => `event: queued\ndata: ${JSON.stringify({ before })}\n\n`)
    const seen: unknown[] = []
    const stop = subscribeAnswer(message.id, () => seen.push(answerSnapshot(message.id)?.before ?? null))
    device.server.intercept = () => (response) =>
      void beginStream(response).end([third, next, ...frames, done].join(''))
    await followAnswer(options)
    stop()
    expect(seen.filter((before, i) => before !== seen[i - 1])).toEqual([null, 2, 0, null])
  })

  it('resumes after a reload from the stored text, offline too', async () => {
    const { device, options, message, frames, done, resumedAt, stored } = await startAnswer()
    const asked: number[] = []
    const reload = new AbortController()
    device.server.intercept = (request) => (response) => {
      asked.push(resumedAt(request))
      if (asked.length === 1) beginStream(response).write(frames.slice(0, 4).join(''))
      else beginStream(response).end(frames.slice(resumedAt(request)).join('') + done)
    }
    const first = followAnswer({ ...options, signal: reload.signal })
    await expect.poll(() => answerSnapshot(message.id)?.cursor).toBe(4)
    checkpointAnswers()
    await expect.poll(async () => (await stored())?.cursor).toBe(4)
    expect(await stored()).toMatchObject({ content: 'Hello wörld ', reasoning: 'Thinking… ', status: 'streaming' })
    reload.abort('reload')
    await expect(first).rejects.toBe('reload')
    await followAnswer(options)
    expect(asked).toEqual([0, 4])
    expect(await stored()).toMatchObject({ content: answerText, status: 'complete' })
  })

  it('tells that the answer has finished when a sync has stored it before its stream ended', async () => {
    const { device, message, final, leave, finished } = await followBeginning()
    await device.db.messages.put({ ...final, userId: ME })
    await leave()
    await expect.poll(() => finished).toEqual([message.id])
  })

  it('tells nothing when it is left before the answer has finished', async () => {
    const { stored, leave, finished } = await followBeginning()
    await leave()
    await expect.poll(async () => (await stored())?.content).toBe('Hello ')
    expect(finished).toEqual([])
  })

  it('stores the text about every second', async () => {
    const { device, options, frames, stored } = await startAnswer()
    const stop = new AbortController()
    device.server.intercept = () => (response) => void beginStream(response).write(frames.slice(0, 3).join(''))
    const followed = followAnswer({ ...options, signal: stop.signal }).catch(() => undefined)
    await expect.poll(async () => (await stored())?.content).toBe('Hello ')
    stop.abort()
    await followed
  })

  it('evicts nothing for a text that is not complete when the disk is full', async () => {
    const { device, message } = await startAnswer()
    const before = await device.db.messages.count()
    device.db.messages.hook('updating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const answer = { text: 'Half', reasoning: '', cursor: 1, connected: true }
    const error = await savePartial(device.db, ME, message.id, answer).catch((thrown) => thrown)
    expect(isStorageFull(error)).toBe(true)
    expect(await device.db.messages.count()).toBe(before)
  })

  it('goes on at its cursor when the browser loses its database while an event is stored', async () => {
    const { device, options, frames, done, resumedAt, stored } = await startAnswer()
    const asked: number[] = []
    device.server.intercept = (request) => (response) => {
      asked.push(resumedAt(request))
      if (asked.length === 1) failOnce('put')
      beginStream(response).end(frames.slice(resumedAt(request)).join('') + done)
    }
    const waking = setInterval(resumeStreams, 1)
    onTestFinished(() => clearInterval(waking))
    expect(await followAnswer(options)).toEqual({ failed: null })
    expect(asked).toEqual([0, frames.length])
    expect(await stored()).toMatchObject({ content: answerText, status: 'complete' })
  })

  it('begins when the browser loses its database while the stored text is read', async () => {
    const { device, options, frames, done, stored } = await startAnswer()
    device.server.intercept = () => (response) => void beginStream(response).end(frames.join('') + done)
    failOnce('get')
    expect(await followAnswer(options)).toEqual({ failed: null })
    expect(await stored()).toMatchObject({ content: answerText, status: 'complete' })
  })

  it('opens one connection for all followers, and closes it when the last has left', async () => {
    const { device, options, message, frames } = await startAnswer()
    let closed = false
    device.server.intercept = () => (response) => {
      response.on('close', () => {
        closed = true
      })
      beginStream(response).write(frames[0])
    }
    device.server.arrived.length = 0
    const [one, two] = [new AbortController(), new AbortController()]
    const followed = [one, two].map(({ signal }) =>
      followAnswer({ ...options, signal }).catch((reason: unknown) => reason),
    )
    await expect.poll(() => answerSnapshot(message.id)?.cursor).toBe(1)
    one.abort('one')
    expect(await followed[0]).toBe('one')
    expect(closed).toBe(false)
    two.abort('two')
    expect(await followed[1]).toBe('two')
    await expect.poll(() => closed).toBe(true)
    expect(device.server.arrived).toHaveLength(1)
  })

  it('ends as failed with the server’s message, and keeps the text', async () => {
    const { device, options, frames, stored } = await startAnswer()
    const failed = `event: failed\ndata: {"code":"assistant_broken","message":"It broke"}\n\n`
    device.server.intercept = () => (response) => void beginStream(response).end(frames.slice(0, 3).join('') + failed)
    expect(await followAnswer(options)).toEqual({ failed: { code: 'assistant_broken', message: 'It broke' } })
    expect(await stored()).toMatchObject({ content: 'Hello ', status: 'failed' })
  })

  it('waits longer after each failure, and briefly again when the network has changed', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const { device, options } = await startAnswer()
    device.server.intercept = () => 'cut'
    const stopping = new AbortController()
    onTestFinished(() => stopping.abort())
    followAnswer({ ...options, random: () => 0, signal: stopping.signal }).catch(() => undefined)
    // Half of each ceiling, since the jitter is 0.
    const delays = () => timers.mock.calls.flatMap(([, ms = 0]) => ([500, 1_000, 2_000].includes(ms) ? [ms] : []))
    await expect.poll(delays).toEqual([500, 1_000])
    reconnectStreams()
    await expect.poll(delays).toEqual([500, 1_000, 500])
    // A connection that is just being opened is replaced, and a failure of the new one is the first.
    const { length } = device.server.arrived
    device.server.intercept = () => () => undefined
    await expect.poll(() => device.server.arrived.length).toBeGreaterThan(length)
    device.server.intercept = () => 'cut'
    reconnectStreams()
    await expect.poll(delays).toEqual([500, 1_000, 500, 500])
  })

  it('gives up only when the server rejects the request', async () => {
    const { device, options } = await startAnswer()
    const replies = [coded(503, 'overloaded'), coded(429, 'rate_limited'), coded(404, 'not_found')]
    device.server.intercept = () => replies.shift()
    const waking = setInterval(resumeStreams, 1)
    const error = await followAnswer(options).catch((thrown: unknown) => thrown)
    clearInterval(waking)
    expect(isApiError(error) && error.code).toBe('not_found')
    expect(replies).toEqual([])
  })
})
